import { createError } from './app-error.ts'

/* Calls to a canal. */

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
export const TokenSinHerramientas = createError(
  'TOKEN_SIN_HERRAMIENTAS',
  403,
  () =>
    'El token es válido pero no da acceso a ninguna herramienta. Elíjalas en el token, en Tokens de Acceso.',
)
export const OrigenNoAdmitido = createError(
  'ORIGEN_NO_ADMITIDO',
  403,
  ({ origen }: { origen: string }) =>
    `Las páginas de ${origen} no pueden llamar aquí. Quien administra DIV las admite en DIV_MCP_ORIGINS.`,
)
export const RevisionMcpDesconocida = createError(
  'REVISION_MCP_DESCONOCIDA',
  400,
  ({ revision, admitidas }: { revision: string; admitidas: readonly string[] }) =>
    `La revisión «${revision}» de MCP no se habla aquí. Se hablan: ${admitidas.join(', ')}.`,
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
export const MetricasIncompletas = createError(
  'METRICAS_INCOMPLETAS',
  503,
  ({ segundos }: { segundos: number }) =>
    `Un proceso del motor no dijo sus métricas a tiempo: sin las suyas serían menos de las que hay. Reintente en ${segundos} s.`,
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

/* Calls to a SOAP canal. */

export const OperacionDesconocida = createError(
  'OPERACION_DESCONOCIDA',
  404,
  ({ operacion, publicadas }: { operacion: string; publicadas: readonly string[] }) =>
    `Este canal no tiene la operación «${operacion}». Operaciones publicadas: ${publicadas.join(', ')}.`,
)
export const VersionSoapDesconocida = createError(
  'VERSION_SOAP_DESCONOCIDA',
  400,
  () => 'El cuerpo no es un sobre de SOAP 1.1 ni de SOAP 1.2.',
)
export const CabeceraNoEntendida = createError(
  'CABECERA_NO_ENTENDIDA',
  400,
  ({ cabecera }: { cabecera: string }) =>
    `La cabecera «${cabecera}» tiene que entenderse (mustUnderstand) y este canal no la entiende.`,
)
export const SeguridadRechazada = createError(
  'SEGURIDAD_RECHAZADA',
  401,
  ({ motivo }: { motivo: string }) => `La cabecera de seguridad (WS-Security) no vale: ${motivo}.`,
)
export const DireccionDeRespuestaNoAdmitida = createError(
  'DIRECCION_DE_RESPUESTA_NO_ADMITIDA',
  400,
  ({ cabecera }: { cabecera: string }) =>
    `La cabecera ${cabecera} (WS-Addressing) solo puede llevar la dirección anónima: se contesta por donde vino la llamada.`,
)
export const EjecucionSigue = createError(
  'EJECUCION_SIGUE',
  504,
  ({ urlEstado }: { urlEstado: string }) =>
    `La ejecución no terminó en el tiempo del canal, y sigue. Pregunte en ${urlEstado} cómo terminó.`,
)
export const RespuestaFueraDeContrato = createError(
  'RESPUESTA_FUERA_DE_CONTRATO',
  500,
  () =>
    'Lo que calculó el proceso no es de los tipos que declara su salida. Avise a quien administra el canal.',
)
