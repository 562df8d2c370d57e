import type {
  AjustesAsincronos,
  AjustesTrazas,
  Ambito,
  Asignacion,
  Aviso,
  Canal,
  CasoDeAgente,
  ClaseDeConversacion,
  ComprobacionDeEntorno,
  CondicionDeAlerta,
  ConfirmacionDeCapacidad,
  Consumo,
  CorreoDeAlerta,
  CorteDeRag,
  CuentasDeFuente,
  DefinicionDeAgente,
  EntornoDiv,
  ErrorDeMensaje,
  Esperado,
  EsperadoDeRag,
  EstadoDeAgente,
  EstadoDeConsumo,
  EstadoDeDocumento,
  EstadoDeEscucha,
  EstadoDeFuente,
  EstadoDeMensaje,
  EvaluacionDeRag,
  EventoDeTarea,
  EventoEnVivo,
  Exportacion,
  Festivo,
  Flujo,
  FuenteDeRag,
  IdiomaDeRag,
  MotivoDeFin,
  OrigenDeAgente,
  ParteDeValor,
  PasoDeAgente,
  Periodo,
  PeticionDePrueba,
  PeticionGuardada,
  PiezaDeContexto,
  PiezaDeMensaje,
  PruebaDeAgente,
  RespuestaDeEvaluacion,
  ResultadoDeCasoDeAgente,
  RolDeMensaje,
  Role,
  TipoDeAdjunto,
  TipoDeDocumento,
  VariableDeContexto,
  Vinculos,
} from '@div/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Validadores } from '../ai/rag/fuentes/plan-fuente.ts'
import type { ClusterSample, Latido } from '../motor/metrics/cluster.ts'
import type { Json } from './json.ts'
import type { RunTables } from './run-tables.ts'

/** The rows as Kysely sees them: camel case here, snake case in SQL (CamelCasePlugin). */
export interface Database extends RunTables {
  clavesSecretos: {
    id: string
    comprobacion: string
    creadaEn: Generated<Date>
    retiradaEn: Date | null
    /** Of a retired one: what signed the addresses of signals, sealed under the key in force. */
    senales: Generated<string | null>
  }
  usuarios: Revised & {
    id: string
    username: string
    email: string
    role: string
    passwordHash: string
    activo: boolean
    ultimoAcceso: Date | null
    debeCambiarPassword: Generated<boolean>
  }
  sesiones: {
    hash: Buffer
    familia: string
    usuarioId: string
    creadaEn: Generated<Date>
    expiraEn: Date
    reemplazadaEn: Date | null
  }
  clavesDeApi: {
    id: string
    usuarioId: string
    nombre: string
    hash: Buffer
    prefijo: string
    creadoEn: Generated<Date>
    expiraEn: Date
    ultimoUso: Date | null
  }
  intentosAcceso: { clave: string; fallos: number; ultimo: Date; bloqueadoHasta: Date | null }
  categorias: Revised & {
    id: string
    nombre: string
    descripcion: string
    color: string | null
    padreId: string | null
    orden: number
  }
  servidores: Revised & {
    id: string
    nombre: string
    tipoServidor: string
    descripcion: string
    categoriaId: string | null
    activo: boolean
    permitirRedPrivada: boolean
    config: Json<Record<string, unknown>>
    pool: Json<Record<string, unknown>>
    resiliencia: Json<Record<string, unknown>>
  }
  servidorPruebas: {
    servidorId: string
    momento: Date
    ok: boolean
    duracionMs: number
    paso: string | null
    error: string | null
    usuario: string
  }
  procesos: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    modo: 'memoria' | 'durable'
    concurrencia: Generated<number | null>
    flujo: Json<Flujo>
    versionPublicada: number | null
  }
  procesoVersiones: {
    procesoId: string
    version: number
    modo: 'memoria' | 'durable'
    flujo: Json<Flujo>
    nota: string
    publicadaEn: Generated<Date>
    publicadaPor: string | null
  }
  procesoPuntos: {
    id: string
    procesoId: string
    /** Null: kept by the product itself. */
    nombre: string | null
    modo: 'memoria' | 'durable'
    flujo: Json<Flujo>
    creadoEn: Generated<Date>
    creadoPor: string | null
  }
  presencias: {
    procesoId: string
    pestana: string
    usuario: string
    edita: boolean
    desde: Generated<Date>
    vistoEn: Generated<Date>
  }
  procesoCasos: Revised & {
    id: string
    procesoId: string
    nombre: string
    descripcion: string
    entrada: Json<Record<string, unknown>>
    datosFijados: Json<Record<string, unknown>>
    esperado: Json<Esperado>
  }
  colecciones: Revised & {
    id: string
    nombre: string
    descripcion: string
    peticiones: Json<PeticionGuardada[]>
  }
  /** The values of secret variables are sealed. */
  entornos: Revised & {
    id: string
    usuarioId: string
    nombre: string
    variables: Json<{ nombre: string; secreto: boolean; valor: string }[]>
  }
  /** Other products of this kind; the clave is sealed. */
  entornosDiv: Revised & {
    id: string
    nombre: string
    descripcion: string
    orden: number
    urlBase: string
    clave: string
    permitirRedPrivada: boolean
    promueven: EntornoDiv['promueven']
    vinculos: Json<Vinculos>
    comprobacion: Json<ComprobacionDeEntorno> | null
  }
  peticionesEnviadas: {
    id: string
    usuarioId: string
    momento: Generated<Date>
    peticion: Json<PeticionDePrueba>
    entornoId: string | null
    estado: number | null
    duracionMs: number
    idEjecucion: string | null
    error: string | null
  }
  /** What watched test runs tell, in order. */
  eventosEnVivo: { tema: string; seq: number; evento: Json<EventoEnVivo>; momento: Generated<Date> }
  /** What there is by page of a test run. */
  valoresDePrueba: {
    ejecucionId: string
    usuarioId: string
    partes: Json<ParteDeValor[]>
    completas: boolean
    momento: Generated<Date>
  }
  paginasDePrueba: {
    ejecucionId: string
    parte: number
    pagina: number
    desde: number
    cuantos: number
    /** JSON, as text: what PostgreSQL cannot keep as JSON must come back too. */
    valor: string
  }
  procesoDependencias: {
    procesoId: string
    version: number
    recurso: string
    referencia: string
    nodo: string
  }
  canales: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    tipo: Canal['tipo']
    ruta: string
    activo: boolean
    modo: Canal['modo']
    acceso: Json<Record<string, unknown>>
    limite: Json<Canal['limite']>
    concurrencia: number | null
    tiempoMaximoMs: number
    maxCuerpoBytes: number
    cors: Json<Canal['cors']>
    prioridad: number
    adjuntos: Generated<Canal['adjuntos']>
    /** Its secret is sealed. */
    aviso: Json<Canal['aviso']>
  }
  canalProcesos: {
    canalId: string
    orden: number
    procesoId: string
    /** Null: `publicada`. */
    version: number | null
    metodo: NonNullable<Asignacion['metodo']> | null
    ruta: string | null
    operacion: string | null
    etag: Generated<boolean>
  }
  tareasProgramadas: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    procesoId: string
    cron: string
    zonaHoraria: string
    entrada: Json<Record<string, unknown>>
    activo: boolean
    solapamiento: 'omitir' | 'encolar' | 'permitir' | 'cancelarAnterior'
    alPerder: 'omitir' | 'ultima' | 'todas'
    fallosParaAlerta: Generated<number | null>
    calendarioId: Generated<string | null>
    enFestivo: Generated<'omitir' | 'siguienteHabil'>
    evento: Json<EventoDeTarea> | null
  }
  /** Of tareas with an evento: who listens for it. */
  escuchas: {
    tareaId: string
    /** A worker. */
    dueno: string
    nodo: string
    /** Then another worker may. */
    hasta: Date
    estado: EstadoDeEscucha['estado']
    detalle: string | null
    desde: Generated<Date>
    /** Where it listens, as text; another place begins without a cursor. */
    fuente: string | null
    cursor: Json<unknown> | null
  }
  /** Events that could not be read, while they are told again and after. */
  eventosApartados: {
    id: string
    tareaId: string
    huella: string
    entregas: number
    causa: string
    datos: Json<Record<string, unknown>> | null
    /** They are not told again. */
    apartado: boolean
    momento: Generated<Date>
  }
  calendarios: Revised & {
    id: string
    nombre: string
    descripcion: string
    finDeSemana: boolean
    festivos: Json<Festivo[]>
  }
  aiCapabilities: Revised & {
    id: string
    nombre: string
    descripcion: string
    /** One of the four. */
    procesoId: string | null
    tablaId: string | null
    coleccionId: string | null
    servidorId: string | null
    /** What its objetivo says beside that. */
    opciones: Json<Readonly<Record<string, unknown>>>
    escribe: boolean
    confirmacion: Generated<ConfirmacionDeCapacidad>
    roles: Generated<Role[]>
    porMinuto: number | null
    enMcp: boolean
    activo: boolean
  }
  aiContextos: Revised & {
    id: string
    nombre: string
    descripcion: string
    roles: Role[]
    variables: Json<VariableDeContexto[]>
    piezas: Json<PiezaDeContexto[]>
  }
  /** What a context is read from: one of the three. */
  aiContextoFuentes: {
    contextoId: string
    parametroId: string | null
    tablaId: string | null
    servidorId: string | null
  }
  aiAgentes: Revised & {
    id: string
    nombre: string
    descripcion: string
    activo: boolean
    definicion: Json<DefinicionDeAgente>
    casos: Json<readonly CasoDeAgente[]>
    /** Null: none was published. */
    versionPublicada: number | null
  }
  aiAgenteVersiones: {
    agenteId: string
    version: number
    nota: string
    definicion: Json<DefinicionDeAgente>
    publicadaEn: Generated<Date>
    publicadaPor: string | null
  }
  aiAgenteEjecuciones: {
    id: string
    agenteId: string
    /** Null: the draft. */
    version: number | null
    origen: OrigenDeAgente
    /** Null: a published proceso had it run. */
    usuarioId: string | null
    conversacionId: string | null
    estado: EstadoDeAgente
    mensaje: string
    respuesta: Generated<string>
    datos: Json<unknown> | null
    error: Json<{ codigo: string; mensaje: string }> | null
    pasos: ColumnType<readonly PasoDeAgente[], string | undefined, string>
    /** Sealed: what one that waits for a person goes on with. */
    reanudar: string | null
    tokensEntrada: ColumnType<string, number | undefined, number>
    tokensSalida: ColumnType<string, number | undefined, number>
    inicio: Generated<Date>
    vence: Date
    duracionMs: Generated<number>
  }
  aiAgentePruebas: {
    id: string
    agenteId: string
    version: number | null
    estado: PruebaDeAgente['estado']
    total: number
    aprobados: Generated<number>
    casos: ColumnType<readonly ResultadoDeCasoDeAgente[], string | undefined, string>
    usuario: string | null
    inicio: Generated<Date>
    vence: Date
    duracionMs: number | null
  }
  ragColecciones: Revised & {
    id: string
    nombre: string
    descripcion: string
    roles: Role[]
    idioma: IdiomaDeRag
    corte: Json<CorteDeRag>
    servidorId: string | null
    modelo: string
    /** Counts every change of its passages: what is held of them in memory is of one number. */
    contenido: Generated<number>
  }
  ragDocumentos: {
    id: string
    coleccionId: string
    nombre: string
    tipo: TipoDeDocumento
    bytes: number
    archivo: Buffer
    /** Null: it was not read yet. */
    texto: string | null
    estado: EstadoDeDocumento
    error: string | null
    fase: Generated<'texto' | 'vectores'>
    hecho: Generated<number>
    total: number | null
    pasajes: Generated<number>
    /** Whoever reads it writes under it; and was last heard of then. */
    toma: string | null
    tomadoEn: Date | null
    /** Times that it was taken since somebody asked that it be read. */
    intentos: Generated<number>
    subidoPor: string
    creadoEn: Generated<Date>
    actualizadoEn: Generated<Date>
    /** Null: somebody uploaded it. */
    fuenteId: Generated<string | null>
    /** By which its source knows it, what it said there, and what is asked by the next time. */
    fuenteClave: Generated<string | null>
    fuenteHuella: Generated<Buffer | null>
    fuenteValidadores: Json<Validadores> | null
  }
  ragFuentes: {
    id: string
    coleccionId: string
    nombre: string
    origen: Json<FuenteDeRag['origen']>
    /** Of its query. */
    servidorId: string | null
    cadaMinutos: number | null
    /** Empty: it has none. */
    cron: Generated<string>
    zonaHoraria: Generated<string>
    estado: EstadoDeFuente
    error: string | null
    cuentas: Json<CuentasDeFuente> | null
    leidaEn: Date | null
    proximaEn: Date | null
    toma: string | null
    tomadaEn: Date | null
    revision: Generated<number>
    creadoPor: string
    creadoEn: Generated<Date>
  }
  ragPreguntas: {
    id: string
    coleccionId: string
    texto: string
    esperados: Json<EsperadoDeRag[]>
    revision: Generated<number>
    creadoPor: string
    creadoEn: Generated<Date>
  }
  ragEvaluaciones: {
    id: string
    coleccionId: string
    resumen: Json<EvaluacionDeRag>
    respuestas: Json<RespuestaDeEvaluacion[]>
    creadoEn: Date
  }
  /** Of passages that are not stored yet, by their huella. */
  ragVectoresPagados: {
    coleccionId: string
    huella: Buffer
    vector: Buffer
    guardadoEn: Generated<Date>
  }
  ragPasajes: {
    id: Generated<string>
    coleccionId: string
    documentoId: string
    orden: number
    texto: string
    desde: number
    hasta: number
    titulo: string[]
    /** Of all that its words and its vector are made of. */
    huella: Buffer
    palabras: string
    /** Of length 1, as 32-bit numbers, the lowest byte first. */
    vector: Buffer | null
  }
  aiPrecios: Revised & {
    id: string
    modelo: string
    /** Made of the model. */
    nombre: Generated<string>
    servidorId: string | null
    desde: string
    hasta: string | null
    entradaPorMillon: string
    salidaPorMillon: string
    cacheadaPorMillon: string | null
    embeddingsPorMillon: string | null
    moneda: string
  }
  aiPresupuestos: Revised & {
    id: string
    nombre: string
    descripcion: string
    activo: boolean
    ambito: Ambito
    de: string | null
    periodo: Periodo
    zonaHoraria: string
    importe: string
    moneda: string
    duro: boolean
    avisos: number[]
  }
  aiPresupuestoPeriodos: {
    presupuestoId: string
    inicio: Date
    fin: Date
    gastado: Generated<string>
    reservado: Generated<string>
    rechazos: Generated<number>
    ultimoRechazo: Date | null
  }
  aiConsumos: {
    id: string
    momento: Generated<Date>
    estado: EstadoDeConsumo
    servidorId: string | null
    modelo: string
    clase: Consumo['clase']
    entrada: string | number
    cacheada: Generated<string | number>
    salida: string | number
    reservado: string | null
    importe: string | null
    moneda: string | null
    usuarioId: string | null
    role: string | null
    agente: string | null
    procesoId: string | null
    canalId: string | null
    ejecucionId: string | null
    mensajeId: string | null
  }
  aiConversaciones: {
    id: string
    clase: ClaseDeConversacion
    usuarioId: string
    titulo: string
    servidorId: string | null
    modelo: string
    agenteId: string | null
    colecciones: string[]
    contextos: Generated<string[]>
    revision: Generated<number>
    creadoEn: Generated<Date>
    actualizadoEn: Generated<Date>
  }
  aiMensajes: {
    id: string
    conversacionId: string
    orden: number
    rol: RolDeMensaje
    texto: string
    piezas: Json<readonly PiezaDeMensaje[]>
    estado: EstadoDeMensaje
    error: Json<ErrorDeMensaje> | null
    motivo: MotivoDeFin | null
    modelo: string | null
    tokensEntrada: number | null
    tokensSalida: number | null
    tokensEstimados: Generated<boolean>
    importe: string | null
    moneda: string | null
    /** Of one that is being written: when whoever writes it was last heard of. */
    latido: Date | null
    detener: Generated<boolean>
    creadoEn: Generated<Date>
    terminadoEn: Date | null
  }
  aiAdjuntos: {
    id: string
    conversacionId: string
    /** Null: it was not sent yet. */
    mensajeId: string | null
    nombre: string
    tipo: TipoDeAdjunto
    bytes: number
    texto: string | null
    imagen: Buffer | null
    creadoEn: Generated<Date>
  }
  aiRespuestas: {
    servidorId: string
    clave: string
    respuesta: Json<unknown>
    guardadaEn: Generated<Date>
    vence: Date
  }
  /** Of those whose last run failed. */
  tareasFallos: { tareaId: string; seguidos: number; desde: Date; ejecucionId: string }
  alertas: Revised & {
    id: string
    nombre: string
    descripcion: string
    activo: boolean
    condicion: Json<CondicionDeAlerta>
    campana: boolean
    correo: Json<CorreoDeAlerta> | null
    /** Its secret is sealed. */
    webhook: Json<Aviso> | null
    repetirMinutos: number | null
    recuperaMinutos: number
    silenciadaHasta: Date | null
  }
  /** Sums of before. */
  alertasMuestras: {
    alertaId: string
    revision: number
    momento: Date
    total: number
    errores: number
    clases: number[]
    desde: Date
  }
  alertasIncidencias: {
    id: string
    alertaId: string
    /** What it is of, where a rule watches many things. */
    sujeto: string
    mensaje: string
    desde: Date
    hasta: Date | null
    avisada: Date | null
    bienDesde: Date | null
  }
  alertasEntregas: {
    id: string
    incidenciaId: string
    tipo: 'alerta' | 'repeticion' | 'recuperacion'
    via: 'correo' | 'webhook'
    mensaje: string
    estado: Generated<'pendiente' | 'entregada' | 'fallida' | 'silenciada'>
    intentos: Generated<number>
    error: string | null
    momento: Generated<Date>
  }
  /** Of those that could not be looked at. */
  alertasFallos: { alertaId: string; mensaje: string; desde: Date }
  alertasTurno: { momento: Date }
  planificaciones: {
    tareaId: string
    /** Of the tarea, when it was reckoned. */
    revision: number
    proximo: Date
    /** The last run that it began. */
    ultimaEjecucion: string | null
    /** Runs of it that are to give way, until they were told. */
    porCancelar: Generated<string[]>
    /** Somebody is telling them until then, if not told to have given up; null: nobody is. */
    atendidaHasta: Date | null
    /** Of the calendario, likewise; null: it has none. */
    revisionCalendario: number | null
  }
  disparos: {
    tareaId: string
    /** When it was due. */
    previsto: Date
    momento: Generated<Date>
    estado: 'disparado' | 'omitido' | 'perdido'
    /** Why it was not fired, or fired late. */
    motivo: string | null
    /** Who asked for it; null: its schedule. */
    usuario: string | null
    ejecucionId: string | null
    /** Of an event: what it is told apart by. */
    clave: Generated<string | null>
  }
  parametros: Revised & {
    id: string
    nombre: string
    tipo: string
    descripcion: string
    categoriaId: string | null
    secreto: boolean
    valor: Json<unknown>
  }
  tablas: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    columnas: Json<readonly Record<string, unknown>[]>
  }
  tablaFilas: {
    tablaId: string
    id: Generated<string>
    datos: Json<Record<string, unknown>>
    revision: Generated<number>
    /** Of rows that came with one. */
    clave: Generated<string | null>
  }
  consecutivos: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    inicio: string | number
    incremento: string | number
    ultimo: string | number | null
    prefijo: string
    largo: number
  }
  tokens: Revised & {
    id: string
    nombre: string
    hash: Buffer
    prefijo: string
    canales: string[] | null
    /** Of `ai_capabilities`. */
    capacidades: Generated<string[]>
    expiraEn: Date | null
    ultimoUso: Date | null
    revocadoEn: Date | null
  }
  auditoria: {
    id: string
    momento: Date
    usuario: string
    accion: string
    recurso: string
    recursoId: string | null
    detalle: Json<Record<string, unknown>>
    hash: Buffer
  }
  primerosPasosOcultos: { usuarioId: string }
  notificacionesLeidas: { usuarioId: string; id: string; hasta: Date }
  configuracion: Revised & {
    urlBase: string | null
    urlTrazabilidad: string | null
    historialDias: number | null
    avisoTokensDias: number | null
    asincronos: Json<Partial<AjustesAsincronos>>
    trazas: Json<Partial<AjustesTrazas>>
    /** The values of its headers are sealed. Null: as the product was started. */
    exportacion: Json<Exportacion> | null
    epoca: number
    asistenteServidorId: string | null
    asistenteModelo: string
  }
  mcpAutorizaciones: { servidorId: string; sellada: string; por: string; momento: Generated<Date> }
  mcpAutorizacionesPedidas: {
    /** Of what comes back with the answer. */
    hash: Buffer
    servidorId: string
    usuarioId: string
    sellada: string
    pedidaEn: Generated<Date>
  }
  nodosMotor: { id: string; rol: string; inicio: Date; latido: Date; datos: Json<Latido> }
  pedidosDeNodo: {
    nodo: string
    drenar: Generated<boolean>
    drenarUsuario: Generated<string>
    drenarMomento: Generated<Date>
    reinicios: Generated<number>
  }
  metricasMuestras: { momento: Date; datos: Json<ClusterSample> }
  cambios: { id: Generated<string>; recurso: string; recursoId: string | null; momento: Generated<Date> }
}

interface Revised {
  revision: Generated<number>
  creadoEn: Generated<Date>
  actualizadoEn: Generated<Date>
  actualizadoPor: string | null
}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>
