/** One finding about one field of what a person sent. `campo` is a path such as `config.host` or `parametros[2].nombre`. */
export interface ErrorDeCampo {
  campo: string
  mensaje: string
}

/**
 * A failure that is for a person: a code, a status and the exact Spanish sentence. Anything else that is thrown is a bug of ours.
 * The status says who must act: 4xx the user, 502 and 504 the other system, 500 us.
 */
export class AppError extends Error {
  readonly codigo: string
  readonly status: number
  readonly errores: readonly ErrorDeCampo[]
  /** Further members of the problem document (RFC 9457, 3.2): `usos`, `actual`, `reintentarEnSegundos` … */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    definition: { codigo: string; status: number; message: string },
    options: { cause?: unknown; errores?: readonly ErrorDeCampo[]; extra?: Record<string, unknown> } = {},
  ) {
    super(definition.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = definition.codigo
    this.codigo = definition.codigo
    this.status = definition.status
    this.errores = options.errores ?? []
    this.extra = options.extra ?? {}
  }

  /** The same failure, told with more. */
  with(extra: Readonly<Record<string, unknown>>): this {
    Object.assign(this.extra, extra)
    return this
  }
}

type ErrorOptions = ConstructorParameters<typeof AppError>[1]

const STATUS_BY_CODIGO = new Map<string, number>()

/** The status of a row of the table: of an error that is only known by its code, such as that of a failed run. */
export function statusOf(codigo: string): number | undefined {
  return STATUS_BY_CODIGO.get(codigo)
}

/** Declares one row of the table. The class is called with the values of its sentence, then with cause and fields. */
function createError<Values = void>(codigo: string, status: number, sentence: (values: Values) => string) {
  STATUS_BY_CODIGO.set(codigo, status)
  return class extends AppError {
    static readonly codigo = codigo
    static readonly status = status
    constructor(values: Values, options?: ErrorOptions) {
      super({ codigo, status, message: sentence(values) }, options)
    }
  }
}

/** `1 error`, `3 errores` */
function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `el parámetro` → `del parámetro` */
function withDe(recurso: string): string {
  return `de ${recurso}`.replace(/^de el /, 'del ')
}

/* Identity and access */
export const CredencialesInvalidas = createError(
  'CREDENCIALES_INVALIDAS',
  401,
  () => 'Credenciales inválidas',
)
export const SesionRequerida = createError('SESION_REQUERIDA', 401, () => 'Inicie sesión para continuar.')
export const SesionVencida = createError(
  'SESION_VENCIDA',
  401,
  () => 'La sesión venció. Inicie sesión otra vez.',
)
export const PermisoDenegado = createError(
  'PERMISO_DENEGADO',
  403,
  ({ permiso }: { permiso: string }) => `Su rol no tiene el permiso ${permiso}. Pídalo a un administrador.`,
)
export const CambioDePasswordRequerido = createError(
  'CAMBIO_DE_PASSWORD_REQUERIDO',
  403,
  () => 'Su contraseña es temporal. Elija otra para continuar.',
)
export const DemasiadosIntentos = createError(
  'DEMASIADOS_INTENTOS',
  429,
  ({ segundos }: { segundos: number }) => `Demasiados intentos. Espere ${segundos} s y pruebe otra vez.`,
)
export const UltimoAdministrador = createError(
  'ULTIMO_ADMINISTRADOR',
  409,
  () => 'Es el último administrador activo. Nombre a otro antes de quitarlo.',
)
export const TokenRevocado = createError(
  'TOKEN_REVOCADO',
  409,
  ({ nombre }: { nombre: string }) => `El token «${nombre}» está revocado. Cree otro.`,
)

/* Requests */
export const DatosInvalidos = createError('DATOS_INVALIDOS', 422, () => 'Hay datos que corregir.')
export const CuerpoInvalido = createError(
  'CUERPO_INVALIDO',
  400,
  ({ motivo }: { motivo: string }) => `El cuerpo de la petición no se puede leer: ${motivo}.`,
)
export const CuerpoDemasiadoGrande = createError(
  'CUERPO_DEMASIADO_GRANDE',
  413,
  ({ maximoBytes }: { maximoBytes: number }) => `El cuerpo supera el límite de ${maximoBytes} bytes.`,
)
export const TipoDeMedioNoAdmitido = createError(
  'TIPO_DE_MEDIO_NO_ADMITIDO',
  415,
  ({ tipo, admitidos }: { tipo: string; admitidos: readonly string[] }) =>
    `El tipo de contenido «${tipo}» no se admite aquí. Use ${admitidos.join(' o ')}.`,
)
export const CodificacionNoAdmitida = createError(
  'CODIFICACION_NO_ADMITIDA',
  415,
  ({ codificacion }: { codificacion: string }) =>
    `El cuerpo llegó con Content-Encoding: ${codificacion}, que no se admite. Envíelo sin comprimir.`,
)
export const NoEncontrado = createError(
  'NO_ENCONTRADO',
  404,
  ({ recurso, id }: { recurso: string; id: string }) => `No existe ${recurso} «${id}».`,
)
export const RutaNoEncontrada = createError(
  'RUTA_NO_ENCONTRADA',
  404,
  ({ metodo, ruta }: { metodo: string; ruta: string }) => `No hay nada publicado en ${metodo} ${ruta}.`,
)
export const MetodoNoPermitido = createError(
  'METODO_NO_PERMITIDO',
  405,
  ({ metodo, permitidos }: { metodo: string; permitidos: readonly string[] }) =>
    `El método ${metodo} no está publicado en esta ruta. Métodos publicados: ${permitidos.join(', ')}.`,
)
export const RevisionObsoleta = createError(
  'REVISION_OBSOLETA',
  409,
  () => 'Otra persona guardó cambios después de que usted leyó estos datos. Compare las dos versiones.',
)
export const EnUso = createError(
  'EN_USO',
  409,
  ({ recurso, cantidad }: { recurso: string; cantidad: number }) =>
    `No se puede eliminar ${recurso}: ${counted(cantidad, 'elemento lo usa', 'elementos lo usan')}. Quite esos usos primero.`,
)
export const Duplicado = createError(
  'DUPLICADO',
  409,
  ({ campo, valor }: { campo: string; valor: string }) => `Ya existe otro con ${campo} «${valor}».`,
)
export const LimiteSuperado = createError(
  'LIMITE_SUPERADO',
  422,
  ({ limite, maximo }: { limite: string; maximo: number }) =>
    `Se superó el límite ${limite}: el máximo es ${maximo}.`,
)
export const DemasiadasPeticiones = createError(
  'DEMASIADAS_PETICIONES',
  429,
  ({ segundos }: { segundos: number }) => `Se superó el límite de peticiones. Reintente en ${segundos} s.`,
)
export const Saturado = createError(
  'SATURADO',
  503,
  ({ segundos }: { segundos: number }) =>
    `El servicio está al límite de su capacidad. Reintente en ${segundos} s.`,
)
export const ErrorInterno = createError('ERROR_INTERNO', 500, () => 'Error interno')

/* Calls to a canal */
export const CredencialRequerida = createError(
  'CREDENCIAL_REQUERIDA',
  401,
  ({ modo }: { modo: string }) => `Este canal pide ${modo}.`,
)
export const CredencialRechazada = createError(
  'CREDENCIAL_RECHAZADA',
  401,
  () => 'La credencial no es válida, venció o fue revocada.',
)
export const CanalNoAutorizado = createError(
  'CANAL_NO_AUTORIZADO',
  403,
  () => 'La credencial es válida pero no da acceso a este canal.',
)
export const NoAceptable = createError(
  'NO_ACEPTABLE',
  406,
  ({ ofrecidos }: { ofrecidos: readonly string[] }) =>
    `La respuesta no se ofrece en los tipos pedidos en Accept. Se ofrece: ${ofrecidos.join(', ')}.`,
)
export const DireccionDemasiadoLarga = createError(
  'DIRECCION_DEMASIADO_LARGA',
  414,
  ({ maximoBytes }: { maximoBytes: number }) => `La dirección supera el límite de ${maximoBytes} bytes.`,
)
export const DireccionInvalida = createError(
  'DIRECCION_INVALIDA',
  400,
  ({ motivo }: { motivo: string }) => `La dirección de la petición no se puede leer: ${motivo}.`,
)
export const DemasiadosParametros = createError(
  'DEMASIADOS_PARAMETROS',
  400,
  ({ maximo }: { maximo: number }) => `La consulta de la dirección supera el límite de ${maximo} parámetros.`,
)
export const PublicacionDefectuosa = createError(
  'PUBLICACION_DEFECTUOSA',
  503,
  () => 'Esta operación está publicada pero no se puede ejecutar ahora. Avise a quien administra el canal.',
)
export const IdempotenciaEnCurso = createError(
  'IDEMPOTENCIA_EN_CURSO',
  409,
  () => 'La primera petición con esta Idempotency-Key todavía se está ejecutando.',
)
export const IdempotenciaDistinta = createError(
  'IDEMPOTENCIA_DISTINTA',
  422,
  () => 'Esta Idempotency-Key ya se usó con otra petición. Use una clave nueva.',
)
export const IdempotenciaSinRespuesta = createError(
  'IDEMPOTENCIA_SIN_RESPUESTA',
  409,
  ({ estado }: { estado: number }) =>
    `La primera petición con esta Idempotency-Key ya se ejecutó y contestó ${estado}, pero su respuesta no se guarda: era demasiado grande o hay otras más nuevas.`,
)
export const ColaLlena = createError(
  'COLA_LLENA',
  503,
  ({ segundos }: { segundos: number }) =>
    `Hay demasiadas ejecuciones en espera: esta no se aceptó. Reintente en ${segundos} s.`,
)
export const ColaNoDisponible = createError(
  'COLA_NO_DISPONIBLE',
  503,
  ({ segundos }: { segundos: number }) =>
    `La ejecución no se pudo guardar y no se aceptó: la base de datos no responde. Reintente en ${segundos} s.`,
)
export const CabecerasDemasiadoGrandes = createError(
  'CABECERAS_DEMASIADO_GRANDES',
  431,
  () => 'Las cabeceras y la dirección de la petición son demasiado grandes.',
)
export const PeticionLenta = createError(
  'PETICION_LENTA',
  408,
  () => 'La petición tardó demasiado en llegar.',
)
export const PeticionMalFormada = createError(
  'PETICION_MAL_FORMADA',
  400,
  () => 'La petición no es HTTP válido.',
)
export const ClaveIdempotenciaInvalida = createError(
  'CLAVE_IDEMPOTENCIA_INVALIDA',
  400,
  () => 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII visibles.',
)

/* Flows and runs */
export const DemasiadosPuntos = createError(
  'DEMASIADOS_PUNTOS',
  409,
  ({ limite }: { limite: number }) =>
    `El borrador ya tiene ${limite} puntos de restauración con nombre. Elimine alguno y pruebe otra vez.`,
)
export const FlujoInvalido = createError(
  'FLUJO_INVALIDO',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `El proceso tiene ${counted(cantidad, 'error que impide', 'errores que impiden')} publicarlo o ejecutarlo.`,
)
export const EntradaInvalida = createError(
  'ENTRADA_INVALIDA',
  400,
  () => 'Los datos de entrada no cumplen el contrato del proceso.',
)
export const NodoFallido = createError(
  'NODO_FALLIDO',
  500,
  ({ nodo, motivo }: { nodo: string; motivo: string }) => `El nodo «${nodo}» falló: ${motivo}`,
)
export const ListaEsperada = createError(
  'LISTA_ESPERADA',
  422,
  ({ nodo }: { nodo: string }) =>
    `El nodo «${nodo}» necesita una lista y recibió otra cosa. Revise su campo Lista.`,
)
export const UnionIncompleta = createError(
  'UNION_INCOMPLETA',
  500,
  ({ nodo, esperados, llegados }: { nodo: string; esperados: number; llegados: number }) =>
    `El nodo «${nodo}» esperaba ${esperados} elementos y llegaron ${llegados}.`,
)
export const PatronInvalido = createError(
  'PATRON_INVALIDO',
  422,
  ({ patron }: { patron: string }) => `La expresión regular «${patron}» no es válida (sintaxis RE2).`,
)
export const TiempoAgotado = createError(
  'TIEMPO_AGOTADO',
  504,
  ({ que, limiteMs }: { que: string; limiteMs: number }) => `${que} no terminó en ${limiteMs} ms.`,
)
export const EjecucionCancelada = createError('EJECUCION_CANCELADA', 409, () => 'La ejecución fue cancelada.')
export const EjecucionPerdida = createError(
  'EJECUCION_PERDIDA',
  500,
  ({ intentos }: { intentos: number }) =>
    `La ejecución se abandonó: los procesos que la tenían se detuvieron ${counted(intentos, 'vez', 'veces')} seguidas sin terminarla.`,
)
export const EjecucionTerminada = createError(
  'EJECUCION_TERMINADA',
  409,
  ({ estado }: { estado: string }) => `La ejecución ya terminó con estado «${estado}»: no se puede cancelar.`,
)
export const ProfundidadSuperada = createError(
  'PROFUNDIDAD_SUPERADA',
  422,
  ({ maximo }: { maximo: number }) =>
    `Los procesos se llaman entre sí más de ${maximo} veces. Revise si hay un ciclo.`,
)
export const ProcesoNoEjecutable = createError(
  'PROCESO_NO_EJECUTABLE',
  500,
  ({ proceso, motivo }: { proceso: string; motivo: string }) =>
    `No se puede ejecutar el proceso «${proceso}»: ${motivo}.`,
)
export const ExpresionFallida = createError(
  'EXPRESION_FALLIDA',
  422,
  ({ motivo }: { motivo: string }) => `La fórmula no se pudo calcular: ${motivo}.`,
)

/* Servidores */
export const ServidorNoResponde = createError(
  'SERVIDOR_NO_RESPONDE',
  502,
  ({ servidor, motivo }: { servidor: string; motivo: string }) =>
    `El servidor «${servidor}» no responde: ${motivo}.`,
)
export const ServidorRechaza = createError(
  'SERVIDOR_RECHAZA',
  502,
  ({ servidor, motivo }: { servidor: string; motivo: string }) =>
    `El servidor «${servidor}» rechazó la operación: ${motivo}.`,
)
export const EscrituraSinConfirmar = createError(
  'ESCRITURA_SIN_CONFIRMAR',
  409,
  ({ servidor }: { servidor: string }) =>
    `Esta sentencia escribe en «${servidor}». Confirme que quiere probarla: al terminar se deshace.`,
)
export const SentenciaIrreversible = createError(
  'SENTENCIA_IRREVERSIBLE',
  422,
  () =>
    'Esta sentencia no se puede probar sola, porque lo que hace no se podría deshacer. Ejecute el proceso hasta este nodo.',
)
export const ConfirmacionIncierta = createError(
  'CONFIRMACION_INCIERTA',
  504,
  ({ servidor, motivo }: { servidor: string; motivo: string }) =>
    `No se sabe si «${servidor}» guardó la transacción: ${motivo}. Compruébelo antes de repetir la operación.`,
)
export const PoolAgotado = createError(
  'POOL_AGOTADO',
  503,
  ({ servidor, esperaMs }: { servidor: string; esperaMs: number }) =>
    `No quedó libre ninguna conexión de «${servidor}» en ${esperaMs} ms. Amplíe su pool o revise quién la retiene.`,
)
export const CircuitoAbierto = createError(
  'CIRCUITO_ABIERTO',
  503,
  ({ servidor, segundos }: { servidor: string; segundos: number }) =>
    `El servidor «${servidor}» falló varias veces seguidas y está en pausa. Se probará otra vez en ${segundos} s.`,
)
export const DireccionNoPermitida = createError(
  'DIRECCION_NO_PERMITIDA',
  422,
  ({ host, direccion }: { host: string; direccion: string }) =>
    `«${host}» lleva a ${direccion}, una dirección de red privada o reservada. Un administrador puede permitirla en el servidor.`,
)
export const DireccionProhibida = createError(
  'DIRECCION_PROHIBIDA',
  422,
  ({ host, direccion }: { host: string; direccion: string }) =>
    `«${host}» lleva a ${direccion}, una dirección de enlace local, de metadatos o de difusión. No se permite nunca.`,
)
export const ServidorInactivo = createError(
  'SERVIDOR_INACTIVO',
  503,
  ({ servidor }: { servidor: string }) =>
    `El servidor «${servidor}» está desactivado o fue eliminado. Actívelo o elija otro.`,
)
export const RespuestaDemasiadoGrande = createError(
  'RESPUESTA_DEMASIADO_GRANDE',
  502,
  ({ servidor, maximoBytes }: { servidor: string; maximoBytes: number }) =>
    `La respuesta de «${servidor}» supera el límite de ${maximoBytes} bytes.`,
)

/* Definitions */
export const NombreEnUso = createError(
  'NOMBRE_EN_USO',
  409,
  ({ recurso, cantidad }: { recurso: string; cantidad: number }) =>
    `No se puede cambiar el nombre ${withDe(recurso)}: ${counted(cantidad, 'elemento lo usa', 'elementos lo usan')} por su nombre. Quite esos usos primero.`,
)
export const FilasNoCaben = createError(
  'FILAS_NO_CABEN',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `Hay ${counted(cantidad, 'fila que no cabe', 'filas que no caben')} en las columnas nuevas. No se cambió nada.`,
)
export const ArchivoIlegible = createError(
  'ARCHIVO_ILEGIBLE',
  422,
  ({ motivo }: { motivo: string }) => `El archivo no se puede leer: ${motivo}.`,
)
export const ImportacionRechazada = createError(
  'IMPORTACION_RECHAZADA',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `El archivo tiene ${counted(cantidad, 'error', 'errores')}. No se importó nada.`,
)
export const FaltanDependencias = createError(
  'FALTAN_DEPENDENCIAS',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `El paquete usa ${counted(cantidad, 'elemento que aquí no existe', 'elementos que aquí no existen')}. Créelos o asígneles otros. No se importó nada.`,
)

export const CopiaIlegible = createError(
  'COPIA_ILEGIBLE',
  422,
  ({ motivo }: { motivo: string }) => `La copia no se puede restaurar: ${motivo}. No se cambió nada.`,
)
export const FraseIncorrecta = createError(
  'FRASE_INCORRECTA',
  422,
  () => 'La frase no abre esta copia. Escriba la que se usó al hacerla. No se cambió nada.',
)
export const CopiaEnConflicto = createError(
  'COPIA_EN_CONFLICTO',
  409,
  ({ cantidad }: { cantidad: number }) =>
    `La copia tiene ${counted(cantidad, 'elemento que aquí choca', 'elementos que aquí chocan')} con otro. Cambie el nombre o la ruta de los de aquí. No se cambió nada.`,
)

/* Starting */
export const MuestraIncompleta = createError(
  'MUESTRA_INCOMPLETA',
  409,
  ({ que }: { que: string }) =>
    `${que} no se guardó entera en el historial (era grande o llevaba datos ocultos). Ejecute el proceso con los datos a mano.`,
)
export const BaseDeDatosIncompatible = createError(
  'BASE_DE_DATOS_INCOMPATIBLE',
  500,
  ({ motivo }: { motivo: string }) =>
    `La base de datos no sirve para esta versión de DIV: ${motivo}. Restaure una copia o use otra base.`,
)
export const BaseDeDatosInaccesible = createError(
  'BASE_DE_DATOS_INACCESIBLE',
  500,
  ({ motivo }: { motivo: string }) =>
    `No se puede abrir la base de datos: ${motivo}. Revise DIV_DATABASE_URL y que el servidor esté en marcha.`,
)
export const BaseDeDatosNoDisponible = createError(
  'BASE_DE_DATOS_NO_DISPONIBLE',
  503,
  () => 'La base de datos de DIV no contesta ahora. Reintente en unos segundos.',
)
export const PostgresIncluidoFallido = createError(
  'POSTGRES_INCLUIDO_FALLIDO',
  500,
  ({ motivo }: { motivo: string }) => `El PostgreSQL incluido no puede arrancar: ${motivo}`,
)
export const PostgresIncluidoDetenido = createError(
  'POSTGRES_INCLUIDO_DETENIDO',
  500,
  ({ motivo }: { motivo: string }) => `El PostgreSQL incluido se detuvo sin que se le pidiera: ${motivo}.`,
)
export const VersionDeDatosDistinta = createError(
  'VERSION_DE_DATOS_DISTINTA',
  500,
  ({ carpeta, encontrada, incluida }: { carpeta: string; encontrada: string; incluida: string }) =>
    `Los datos de ${carpeta} son de PostgreSQL ${encontrada} y este DIV trae el ${incluida}. No se ha tocado nada: arranque el DIV que los escribió y páselos con pg_dump a una carpeta nueva, o restaure una copia.`,
)
export const CarpetaAjena = createError(
  'CARPETA_AJENA',
  500,
  ({ carpeta, motivo }: { carpeta: string; motivo: string }) =>
    `La carpeta ${carpeta} no es de una base de datos de DIV: ${motivo}. No se ha tocado nada: restaure una copia, muévala a otro lugar o elija otra con DIV_DATA_DIR.`,
)
export const CarpetaInaccesible = createError(
  'CARPETA_INACCESIBLE',
  500,
  ({ carpeta, motivo }: { carpeta: string; motivo: string }) =>
    `La carpeta de datos ${carpeta} no se puede usar: ${motivo}. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
)
export const DiscoLleno = createError(
  'DISCO_LLENO',
  500,
  ({ carpeta }: { carpeta: string }) =>
    `El disco de ${carpeta} está lleno. Libere espacio y arranque otra vez: lo guardado sigue ahí.`,
)
export const ClaveMaestraIncorrecta = createError(
  'CLAVE_MAESTRA_INCORRECTA',
  500,
  () =>
    'La clave maestra no es la que cifró los secretos de esta base de datos. Ponga la correcta en DIV_MASTER_KEY o DIV_MASTER_KEY_FILE.',
)
export const CarpetaEnUso = createError(
  'CARPETA_EN_USO',
  500,
  ({ carpeta, pid }: { carpeta: string; pid: number }) =>
    `Otro DIV (proceso ${pid}) ya usa la carpeta de datos ${carpeta}. Deténgalo o elija otra con DIV_DATA_DIR.`,
)
export const PuertoNoDisponible = createError(
  'PUERTO_NO_DISPONIBLE',
  500,
  ({ puerto, motivo, ajuste }: { puerto: number; motivo: string; ajuste: string }) =>
    `El puerto ${puerto} no se puede abrir: ${motivo}. Libérelo o elija otro con ${ajuste}.`,
)
export const ClaveMaestraIlegible = createError(
  'CLAVE_MAESTRA_ILEGIBLE',
  500,
  ({ origen }: { origen: string }) =>
    `La clave maestra de ${origen} no se puede leer: deben ser 32 bytes en base64 o 64 cifras hexadecimales.`,
)
export const SecretoIlegible = createError(
  'SECRETO_ILEGIBLE',
  500,
  ({ registro }: { registro: string }) =>
    `Un secreto del registro ${registro} no se puede descifrar con la clave maestra actual. Escríbalo otra vez.`,
)
export const AjusteInvalido = createError(
  'AJUSTE_INVALIDO',
  500,
  ({ ajustes }: { ajustes: readonly string[] }) => `Hay ajustes que corregir: ${ajustes.join('; ')}.`,
)
