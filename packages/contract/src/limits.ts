/**
 * Every limit of the product, by name, with its default. An operator changes one with `DIV_LIMITE_<NAME>`, as docs/generated/settings.md lists them;
 * a canal or servidor may set a stricter one where its own form offers it.
 */
export const LIMITS = {
  /** Bytes of a call's body; canales set their own up to this. */
  cuerpoBytes: 10_485_760,
  /** Nesting of JSON, XML and values inside a run. */
  profundidad: 64,
  /** Attributes of one element of XML. */
  atributosXml: 256,
  /** Bytes of XML that references (`href`) within one message may have read again; each element counts 64 besides its text. */
  referenciasXmlBytes: 16_777_216,
  /** Envelopes of one SOAP canal that a worker reads at the same time before it knows who calls. */
  sobresSinIdentificar: 32,
  /** Files that the contract of one service (WSDL, OpenAPI, proto) may be made of. */
  archivosContrato: 500,
  /** Bytes of these files together. */
  contratoBytes: 33_554_432,
  /** Bytes of one of them in YAML, which is read slowly; the same in JSON may be larger. */
  yamlBytes: 4_194_304,
  /** Operations that they may describe, of a REST service. */
  operacionesContrato: 2_000,
  /** Types that they may declare. */
  tiposXsd: 50_000,
  /** Elements and groups of all these types, with what they inherit and refer to. */
  particulasXsd: 1_000_000,
  /** Query parameters of one call. */
  parametrosConsulta: 1_000,
  /** Bytes of a call's path and query. */
  direccionBytes: 16_384,
  /** Bytes of a call's first line and headers together. */
  cabecerasBytes: 131_072,
  /** Nodes of one flujo. */
  nodos: 2_000,
  /** Items that a list inside a run may hold. Cursors have no such limit. */
  elementos: 1_000_000,
  /** Rows that one reading without a cursor may answer. */
  filas: 100_000,
  /** Rows that trying a query while it is written shows. */
  filasDePrueba: 200,
  /** Values of one list that is spelled out in a statement (`in (:ids)`) where the database cannot bind lists. */
  listaSql: 8_192,
  /** Statements that one connection keeps prepared; the least used gives way. */
  sentenciasPreparadas: 500,
  /** Short readings of one turn that are sent together on one connection; 1: each has a connection of its own. */
  lecturasEnCadena: 8,
  /** Milliseconds that those of one connection may be expected to take together; who would come later gets another one. */
  cadenaMs: 4,
  /** Milliseconds after which a reading goes on alone that is not answered behind others. */
  esperaEnCadenaMs: 250,
  /** Milliseconds that a cancelled statement has to end before its connection is closed. */
  cancelacionMs: 5_000,
  /** Bytes of another system's answer. */
  respuestaBytes: 52_428_800,
  /** Bytes of the texts that one call sends to a model. */
  iaEntradaBytes: 2_097_152,
  /** Tokens that a model may be asked to answer in one call. */
  iaTokensSalida: 65_536,
  /** Answers of models that are kept because their nodes ask for it; of further ones the oldest go. */
  iaRespuestas: 20_000,
  /** Bytes of such an answer; a longer one is not kept. */
  iaRespuestaBytes: 1_048_576,
  /** Times that the assistant asks its model for one answer: for what it wants to look at, and for what was wrong with it. */
  asistenteRondas: 6,
  /** Milliseconds that it may take for it. */
  asistenteMs: 240_000,
  /** Tokens that its model may answer with each time. */
  asistenteTokens: 16_000,
  /** Things of one kind that it is told of at a time: servidores, tables of one, columns. */
  asistenteObjetos: 60,
  /** Requests to it that one API process has under way; further ones are refused. */
  asistenteALaVez: 16,
  /** Texts whose vectors one call asks for. */
  iaTextos: 4_096,
  /** Of those, as many as one request to its service holds: OpenAI refuses more than 2,048. */
  iaTextosPorPeticion: 2_048,
  /** Bytes of what one context tells a model. */
  contextoBytes: 400_000,
  /** Bytes of a document of a RAG collection. */
  ragDocumentoBytes: 33_554_432,
  /** Bytes that a workbook or a text document of one may hold once it is unpacked. */
  ragDesempaquetadoBytes: 134_217_728,
  /** Characters of the text of one. */
  ragCaracteres: 10_000_000,
  /** Milliseconds that reading the text of one may take. */
  ragLecturaMs: 300_000,
  /** Milliseconds that reading one source of documents may take: pages, or a query. */
  ragFuenteMs: 300_000,
  /** Bytes of the pages that one reading of a source keeps in memory. */
  ragFuenteBytes: 134_217_728,
  /** Documents that one API process reads at the same time. */
  ragLecturas: 2,
  /** Documents of one collection. */
  ragDocumentos: 10_000,
  /** Passages that its words may hold for one search; of further ones the search says that there are more. */
  ragCandidatos: 4_000,
  /** Bytes of the vectors of one collection, which are held in memory while it is searched: 43,000 passages of 1,536 numbers. */
  ragVectoresBytes: 268_435_456,
  /** Questions by which one collection is evaluated. */
  ragPreguntas: 300,
  /** Milliseconds that one evaluation may take. */
  ragEvaluacionMs: 120_000,
  /** Milliseconds after which a call to a model of which nobody said how it ended counts as the most that it may have cost. */
  iaReservaMs: 900_000,
  /** Days that the ledger of what models cost keeps. */
  iaConsumosDias: 400,
  /** Tools of one server of MCP; of those beyond nothing is known. */
  mcpHerramientas: 1_000,
  /** Bytes of what such a server says of one tool; one that says more is not offered. */
  mcpHerramientaBytes: 65_536,
  /** Milliseconds for which its tools count as what they were; then the next call looks again. */
  mcpRevisionMs: 60_000,
  /** Conversations with models that one person keeps. */
  chatConversaciones: 1_000,
  /** Messages of one conversation, of both sides. */
  chatMensajes: 1_000,
  /** Characters of what a person says at once. */
  chatCaracteres: 100_000,
  /** Characters of a conversation, with its attachments, that a model is given; the oldest messages are left out of more. */
  chatHistoriaCaracteres: 400_000,
  /** Files that one message brings along. */
  chatAdjuntos: 10,
  /** Bytes of one of them. */
  chatAdjuntoBytes: 10_485_760,
  /** Characters of the text of one. */
  chatAdjuntoCaracteres: 200_000,
  /** Milliseconds that reading the text of one may take. */
  chatLecturaMs: 60_000,
  /** Bytes of the pictures that one call shows a model; the oldest are left out of more. */
  chatImagenesBytes: 20_971_520,
  /** Passages that a model is given with a message. */
  chatPasajes: 8,
  /** Tokens that a model is asked to answer at most. */
  chatTokens: 4_096,
  /** Milliseconds that an answer may take. */
  chatRespuestaMs: 600_000,
  /** Answers that one person may have under way. */
  chatRespuestas: 4,
  /** Days after its last message that a conversation is kept. */
  chatDias: 365,
  /** Milliseconds that one use of a capability by an agente may take. */
  capacidadMs: 60_000,
  /** Bytes that one may answer to a model. */
  capacidadRespuestaBytes: 262_144,
  /** Runs of agentes that one API process has under way. */
  agentesEnCurso: 20,
  /** Hours that a run of an agente waits for a person to allow what it wants to do. */
  agenteConfirmacionHoras: 24,
  /** Days that runs of agentes are kept; those of a conversation go with it. */
  agenteEjecucionesDias: 90,
  /** Conversations with agentes that are kept of each person; the oldest make room. */
  agenteConversaciones: 200,
  /** Runs before that an agente is reminded of in a conversation. */
  agenteTurnosDeAntes: 20,
  /** Redirects that one outbound request follows. */
  redirecciones: 5,
  /** Milliseconds to reach another system and sign in to it. */
  conexionMs: 10_000,
  /** Milliseconds that a run may hold a connection before it is reported. */
  retencionMs: 60_000,
  /** Pages that one paginated reading of a service follows. */
  paginas: 10_000,
  /** Milliseconds of a run when neither canal nor proceso says otherwise. */
  ejecucionMs: 30_000,
  /** Processes that call each other. */
  profundidadProcesos: 16,
  /** Items of one splitter that run at the same time. */
  concurrenciaSplitter: 256,
  /** Evaluation steps of one formula. */
  pasosFormula: 100_000,
  /** Nesting of one formula. */
  profundidadFormula: 64,
  /** Values from outside (CONSECUTIVO) that one evaluation may take. */
  efectosFormula: 1_000,
  /** Characters of one formula. */
  caracteresFormula: 20_000,
  /** Characters that one formula may produce as text. */
  textoFormula: 5_000_000,
  /** Connections that the system holds for one motor worker until it takes them; of further ones the callers try again a second later, and then later still. */
  conexionesPorTomar: 4_096,
  /** Calls that one motor worker runs at the same time. */
  ejecucionesPorWorker: 512,
  /** Of them, those that it goes on taking while its processor is full. */
  ejecucionesPorWorkerLleno: 192,
  /** Percent of its time from which a worker's processor counts as full. */
  ocupacionWorker: 95,
  /** Milliseconds for which such a worker goes on beginning calls in one turn of its event loop; less while it refuses some. */
  turnoMs: 50,
  /** Milliseconds that calls of a canal may wait for a servidor before further ones are refused; less while some are. */
  colaMs: 100,
  /** Calls of such a canal that one worker goes on taking. */
  ejecucionesPorCanalLento: 16,
  /** Milliseconds after which a worker with much to do tells a call that there is no place, so that it does not come back at once. */
  rechazoMs: 800,
  /** So many of them it tells in a second: of a crowd each waits longer for it, so that refusing leaves time for those that are answered. */
  rechazosPorSegundo: 1_000,
  /** Milliseconds that they wait at most, on the average. */
  rechazoMaximoMs: 3_000,
  /** Calls that wait for it; further ones are told at once. */
  rechazosRetenidos: 8_192,
  /** Seconds that whoever finds no place is at most told to stay away. */
  reintentoSegundos: 30,
  /** Milliseconds for which the body of a call may come while the call holds a place; after twice that at the latest others have it. */
  cuerpoLentoMs: 500,
  /** Bodies that come more slowly, in one worker; of further ones the calls end. */
  cuerposLentos: 256,
  /** Bytes of the sample of one input or output in the history. */
  muestraBytes: 4_096,
  /** Items of each list in such a sample. */
  muestraElementos: 10,
  /** A list of a run's input that has no more items is kept whole, so that the run can be repeated. */
  muestraEntrada: 50,
  /** Runs a second of one proceso in one worker that are kept with what they took in and gave; those that fail or are slow always are. */
  historialDatosPorSegundo: 500,
  /** Milliseconds from which on a run is slow. */
  ejecucionLentaMs: 1_000,
  /** Spans that one run keeps for the history; further ones are counted. */
  pasosPorEjecucion: 1_000,
  /** Items of one region whose spans are told one by one; the others that go well are told together. */
  iteracionesDetalladas: 3,
  /** Runs that wait in memory to be written to the history; beyond it they are dropped and counted. */
  historialPendiente: 20_000,
  /** Bytes of the runs that wait in memory to be written to the history. */
  historialPendienteBytes: 67_108_864,
  /** Hours that the answer to an Idempotency-Key is kept. */
  idempotenciaHoras: 24,
  /** Bytes of an answer that an Idempotency-Key may keep. */
  idempotenciaBytes: 1_048_576,
  /** Bytes of such answers that one canal keeps; of the oldest beyond it only that they were given is known. */
  idempotenciaCanalBytes: 268_435_456,
  /** Runs that one motor worker takes from the queue at the same time. */
  ejecucionesAsincronas: 64,
  /** Accepted runs that may wait in the queue; further ones are refused. */
  colaEjecuciones: 100_000,
  /** Times that a run is begun again when the process that had it died. */
  intentosPerdidos: 2,
  /** Milliseconds that a durable run may work; what it waits does not count. */
  ejecucionDurableMs: 3_600_000,
  /** Milliseconds that a run that failed has to undo what it did, beyond its own time. */
  compensacionMs: 300_000,
  /** Effects of one run that it can undo. */
  compensaciones: 10_000,
  /** Characters of what undoing the effects of one run needs. */
  compensacionesBytes: 104_857_600,
  /** Bytes of a checkpoint up to which it stands in its row. */
  puntoEnFilaBytes: 65_536,
  /** Bytes of what one node of a durable run may give. */
  puntoDeControlBytes: 52_428_800,
  /** Hours that the checkpoints of a run that has ended are kept, for whoever looks into the database; nothing else reads them. */
  puntosDeControlHoras: 1,
  /** Hours that the answer of an accepted run is kept. */
  respuestaAsincronaHoras: 72,
  /** Milliseconds that the run of a tarea may take. */
  tareaMs: 30_000,
  /** Times that telling how a run ended is tried again, further and further apart. */
  avisoIntentos: 12,
  /** Milliseconds that whoever is told has to answer. */
  avisoMs: 10_000,
  /** Deliveries of one motor worker at the same time. */
  avisosALaVez: 16,
  /** Days that one which was never delivered is kept for whoever looks into it. */
  avisosFallidosDias: 30,
  /** Seconds between two looks at the rules of the alertas. */
  alertasSegundos: 10,
  /** Alertas that one installation watches. */
  alertas: 500,
  /** Times that a message of an alerta is tried again, further and further apart. */
  alertaIntentos: 8,
  /** Milliseconds that whoever takes it has for it. */
  alertaMs: 20_000,
  /** Times in a minute that one alerta may be tried out. */
  alertaPruebasPorMinuto: 5,
  /** Days that what an alerta told is kept. */
  alertasDias: 90,
  /** Days that a run whose processes kept dying is kept for whoever looks into it. */
  perdidasDias: 30,
  /** Milliseconds by which a firing may be late without having been missed; of several of one tarea that are due together, the last. */
  graciaDisparoMs: 60_000,
  /** Missed firings of one tarea that are written down, and made up for where it says so: the last of them. */
  disparosPerdidos: 1_000,
  /** Events of one tarea that may stand set apart; with so many no further one is taken. */
  eventosApartados: 1_000,
  /** Days that the ledger of the tareas keeps. */
  disparosDias: 90,
  /** Days that the history keeps. */
  historialDias: 30,
  /** Milliseconds after which a database that says nothing is asked again on another connection. */
  historialEsperaMs: 10_000,
  /** Characters of one run's spans in the history; those beyond it are kept without samples. */
  historialEjecucionBytes: 262_144,
  /** Restore points that the product makes of one draft by itself; the oldest gives way. */
  puntosAutomaticos: 40,
  /** Restore points of one draft that persons have named. */
  puntosConNombre: 50,
  /** Minutes between two states of a draft that the product keeps by itself while one person changes it. */
  puntosMinutos: 5,
  /** Days that such a state is kept. */
  puntosDias: 30,
  /** Seconds after its last sign of life that a person counts as no longer there. */
  presenciaSegundos: 40,
  /** Test cases of one proceso. */
  casosPrueba: 200,
  /** Bytes of the input and of the expected answer of one test case. */
  casoPruebaBytes: 262_144,
  /** Characters of an answer that a test case looks at. */
  casoRespuestaBytes: 1_048_576,
  /** Milliseconds after which no further test case of a request is begun. */
  casosPruebaMs: 120_000,
  /** Characters of the large values of one test run that can be looked at by page. */
  pruebaValoresBytes: 16_777_216,
  /** Of those that go on at the same time in one process, together. */
  pruebaValoresEnMemoriaBytes: 67_108_864,
  /** Lists, texts and objects of one test run that have pages of their own. */
  pruebaValoresPartes: 500,
  /** Minutes for which they can be looked at. */
  pruebaValoresMinutos: 60,
  /** Test runs of one person of which they are kept; the oldest gives way. */
  pruebaValoresPorUsuario: 10,
  /** Calls that the test client makes at the same time in one API process. */
  pruebasALaVez: 32,
  /** Bytes of an answer that the test client shows. */
  pruebaRespuestaBytes: 10_485_760,
  /** Calls of one load of the test client. */
  cargaLlamadas: 1_000,
  /** Calls that all loads of one API process make at the same time: little of what one worker runs. */
  cargaALaVez: 8,
  /** Calls that all loads of one API process begin in a second. */
  cargaPorSegundo: 100,
  /** Loads of one API process at the same time; further ones are refused. */
  cargas: 4,
  /** Milliseconds after which a load begins no further call. */
  cargaMs: 60_000,
  /** Bytes of one petición that the history of the test client keeps; of a longer one the body is left out. */
  peticionEnviadaBytes: 65_536,
  /** Peticiones that the history of the test client keeps of one person. */
  peticionesEnviadas: 200,
  /** Days that it keeps them. */
  peticionesEnviadasDias: 30,
  /** Entornos of one person in the test client. */
  entornos: 50,
  /** Other DIVs to which procesos may be promoted. */
  entornosDiv: 20,
  /** Milliseconds that another DIV has for each answer. */
  entornoMs: 15_000,
  /** Bytes of each of its answers. */
  entornoRespuestaBytes: 33_554_432,
  /** Procesos that an inventory tells of: of a DIV with more, nothing is compared. */
  inventarioProcesos: 5_000,
  /** Servidores, parámetros, tablas and consecutivos that it tells of, of each: of a DIV with more, nothing is compared. */
  inventarioNombres: 20_000,
  /** Procesos that are promoted together. */
  promocionProcesos: 200,
  /** Milliseconds after which a promotion begins with no further proceso. */
  promocionMs: 120_000,
  /** Other DIVs that one API process asks at the same time; further ones are refused. */
  entornosALaVez: 8,
  /** Events of one watched run that can still be read after a drop. */
  enVivoEventos: 1_000,
  /** Minutes for which they can. */
  enVivoMinutos: 10,
  /** Connections to /ws of one motor worker. */
  enVivoConexiones: 1_000,
  /** Things that one of them may watch. */
  enVivoSuscripciones: 8,
  /** Bytes of one message to /ws. */
  enVivoMensajeBytes: 16_384,
  /** Milliseconds that whoever connects to /ws has to say who it is, and to take what it is sent. */
  enVivoEsperaMs: 10_000,
  /** Milliseconds after which a connection that watches nothing is closed. */
  enVivoInactividadMs: 120_000,
  /** Milliseconds between two signs of life of a connection; after each the session is looked at again. */
  enVivoLatidoMs: 30_000,
  /** Rows of one tabla. */
  filasTabla: 500_000,
  /** Bytes of a file that is imported into a tabla. */
  importacionBytes: 33_554_432,
  /** Bytes that an imported workbook may hold once it is unpacked. */
  importacionDesempaquetadaBytes: 268_435_456,
  /** Bytes that a workbook which a run reads may hold once it is unpacked: some 300,000 cells, for a second or two in which nothing else goes on. */
  libroBytes: 67_108_864,
  /** Bytes of a copy of the definitions that is restored. */
  copiaBytes: 1_073_741_824,
  /** Bytes that a copy of the definitions may hold once it is opened. */
  copiaAbiertaBytes: 8_589_934_592,
  /** Errors that an import or a change of columns lists. */
  erroresListados: 200,
  /** Rows that one list answer may hold. */
  listado: 1_000,
} as const

export type LimitName = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitName, number>>
