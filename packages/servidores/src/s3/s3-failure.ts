import { codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** By the `Code` of an answer in XML, or by what the SDK calls one that has no body. */
const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchKey: 'no existe ese archivo',
  NotFound: 'no existe',
  NoSuchBucket: 'no existe ese bucket',
  AccessDenied: 'el usuario no tiene permiso',
  Forbidden: 'el usuario no tiene permiso',
  AllAccessDisabled: 'el acceso está desactivado',
  InvalidAccessKeyId: 'no conoce esa clave de acceso',
  SignatureDoesNotMatch: 'la clave secreta no es correcta',
  ExpiredToken: 'las credenciales vencieron',
  InvalidToken: 'el token de sesión no vale',
  RequestTimeTooSkewed: 'su reloj y el de este equipo difieren más de lo que admite',
  PermanentRedirect: 'el bucket es de otra región: ',
  AuthorizationHeaderMalformed: 'el bucket es de otra región: ',
  IllegalLocationConstraintException: 'el bucket es de otra región: ',
  InvalidBucketName: 'no es el nombre de un bucket',
  InvalidObjectState: 'el archivo está archivado: hay que restaurarlo antes',
  EntityTooLarge: 'el archivo pasa de lo que admite',
  KeyTooLongError: 'la ruta es demasiado larga',
  QuotaExceeded: 'no le queda espacio',
  PreconditionFailed: 'el archivo cambió mientras se leía',
  NotImplemented: 'no admite lo que se le pide: ',
  SlowDown: 'pide ir más despacio',
  TooManyRequests: 'pide ir más despacio',
  ServiceUnavailable: 'no está disponible ahora',
  InternalError: 'tuvo un error interno',
  RequestTimeout: 'no recibió la petición a tiempo',
  OperationAborted: 'otra operación lo está cambiando',
  ConditionalRequestConflict: 'otra operación lo está cambiando',
}

/** Each call leaves the same when it is made again. */
const TRANSIENT = new Set([
  'SlowDown',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
  'RequestTimeout',
  'OperationAborted',
  'ConditionalRequestConflict',
])

/** By the status, where there is no code: answers to HEAD have no body. */
const BY_STATUS: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  403: 'Forbidden',
  404: 'NotFound',
  412: 'PreconditionFailed',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
}

/** What the SDK's error means; null: the service did not say it. */
export function classifyS3(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const status = statusOf(cause)
  if (status === null) return null
  const { name, message } = cause
  const codigo = Object.hasOwn(REFUSALS, name) ? name : (BY_STATUS[status] ?? name)
  const words = /^(?:UnknownError|Unknown)?$/.test(message) ? `HTTP ${status}` : message
  const motivo =
    status < 300
      ? 'su respuesta no se entiende'
      : (motivoOf(REFUSALS, codigo, { detail: undefined, message: words }) ?? `dijo: ${quoteWords(words)}`)
  return {
    clase: 'rechazo',
    motivo,
    codigoNativo: codigo || codeOf(cause),
    reintentable: TRANSIENT.has(codigo),
  }
}

/** Of the answer that an error of the SDK tells of. */
export function statusOf(cause: unknown): number | null {
  if (!(cause instanceof Error) || !('$metadata' in cause)) return null
  const metadata = cause.$metadata
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null
}
