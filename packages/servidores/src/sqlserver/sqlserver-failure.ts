import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** Number of the error → Spanish (SQL Server's documentation, database engine errors). */
const SENTENCES: Readonly<Record<string, string>> = {
  102: 'error de sintaxis[ cerca de {}]',
  156: 'error de sintaxis[ cerca de {}]',
  201: 'falta un parámetro de la rutina: ',
  207: 'no existe la columna[ {}]',
  208: 'no existe el objeto[ {}]',
  213: 'sobran o faltan valores para las columnas',
  220: 'un número no cabe en su tipo: ',
  229: 'el usuario no tiene permiso[ sobre {}]',
  230: 'el usuario no tiene permiso[ sobre la columna {}]',
  241: 'un texto no es una fecha',
  242: 'una fecha no cabe en su tipo',
  245: 'un valor no es del tipo que se espera: ',
  262: 'el usuario no tiene ese permiso: ',
  257: 'un valor no es del tipo que se espera: ',
  334: 'la tabla tiene desencadenadores y no devuelve filas al escribir; léalas en otro nodo',
  515: 'falta un valor obligatorio[ en la columna {}]',
  544: 'la columna de identidad no admite un valor escrito',
  '547 FOREIGN': 'la fila se refiere a otra que no existe[; restricción {}]',
  '547 REFERENCE': 'hay otras filas que se refieren a esta[; restricción {}]',
  547: 'un valor no cumple la restricción[ {}]',
  701: 'no le queda memoria',
  911: 'no existe la base de datos[ {}]',
  916: 'el usuario no puede usar la base de datos',
  1105: 'no le queda espacio',
  1204: 'no le quedan bloqueos',
  1205: 'dos transacciones se esperan una a la otra',
  1222: 'otra transacción tiene bloqueadas las filas',
  2601: 'ya hay otra fila con los mismos valores[; clave {}]',
  2627: 'ya hay otra fila con los mismos valores[; clave {}]',
  2628: 'un texto no cabe en su columna',
  2812: 'no existe la rutina[ {}]',
  3906: 'la base es de solo lectura',
  3930: 'la transacción ya no se puede confirmar',
  3960: 'otra transacción cambió los mismos datos',
  4060: 'no existe la base de datos[ {}], o el usuario no puede usarla',
  8003: 'la sentencia lleva demasiados valores: admite 2100',
  8114: 'un valor no es del tipo que se espera: ',
  8115: 'un número no cabe en su tipo: ',
  8134: 'hay una división por cero',
  8144: 'sobran parámetros de la rutina',
  8145: 'la rutina no tiene ese parámetro',
  8152: 'un texto no cabe en su columna',
  10928: 'no admite más conexiones',
  18456: 'el usuario o la contraseña no son correctos',
  18470: 'la cuenta del usuario está deshabilitada',
  18486: 'la cuenta del usuario está bloqueada',
  18487: 'la contraseña del usuario venció',
  18488: 'el usuario debe cambiar su contraseña',
  40197: 'está pasando a otra máquina',
  40501: 'está ocupado',
  40613: 'la base de datos no está disponible en este momento',
}

const RETRYABLE = new Set(['1204', '1205', '1222', '3960', '10928', '40501', '40613'])
/** The transaction is gone with them. */
export const UNDOES: ReadonlySet<string> = new Set(['1205', '3930', '3960', '3998'])

/** What the driver itself says, by its code. */
const DRIVER: Readonly<Record<string, string>> = {
  ECLOSE: 'cerró la conexión',
  ESOCKET: 'cerró la conexión',
  ETIMEOUT: 'no contestó a tiempo',
  EINSTLOOKUP: 'no conoce esa instancia',
  ETDS: 'habla una versión que no se admite',
  EENCRYPT: 'no ofrece TLS, o lo exige y no está puesto',
}

/** Severity from which the server ends the connection. */
const FATAL = 20

/** Null of what neither the server, the driver nor the socket did. */
export function classifySqlserver(cause: unknown): Fallo | null {
  if (cause instanceof AggregateError) return classifySqlserver(cause.errors[0])
  if (!(cause instanceof Error)) return null
  const number = 'number' in cause && typeof cause.number === 'number' ? cause.number : null
  if (number !== null) return ofServer(cause, String(number))
  const socket = socketFailureOf(cause)
  if (socket) return socket
  const codigoNativo = codeOf(cause)
  const { message } = cause
  const lost = lookUp(DRIVER, codigoNativo)
  if (lost !== undefined) return { clase: 'perdida', motivo: lost, codigoNativo, reintentable: false }
  // The driver refuses a value before anything is sent, or the server an answer whose words are all there is.
  if (/^E(?:PARAM|ARGS|REQUEST|LOGIN)$|^UNKNOWN$/.test(codigoNativo))
    return { clase: 'rechazo', motivo: `dijo: ${quoteWords(message)}`, codigoNativo, reintentable: false }
  return null
}

function ofServer(cause: Error, codigoNativo: string): Fallo {
  const { message } = cause
  // One number for three reasons: the sessions of the driver speak English.
  const kind = codigoNativo === '547' ? (/\b(FOREIGN|REFERENCE)\b/.exec(message)?.[0] ?? '') : ''
  const isFatal = 'class' in cause && typeof cause.class === 'number' && cause.class >= FATAL
  return {
    clase: isFatal ? 'perdida' : 'rechazo',
    motivo:
      motivoOf(SENTENCES, `${codigoNativo} ${kind}`.trim(), { detail: detailOf(message), message }) ??
      `dijo: ${quoteWords(message)}`,
    codigoNativo,
    reintentable: RETRYABLE.has(codigoNativo),
  }
}

/** What a message is about stands in quotes, first; the values of a key, which may be private, stand in brackets after it. */
function detailOf(message: string): string | undefined {
  const unique = /unique index '([^']+)'/.exec(message)
  return (unique ?? /["']([^"']{1,128})["']/.exec(message))?.[1]
}

/** The driver wraps what the socket said. */
function socketFailureOf(cause: Error): Fallo | null {
  for (let each: unknown = cause; each instanceof Error; each = each.cause) {
    const socket = classifySocket(codeOf(each))
    if (socket) return socket
  }
  return null
}
