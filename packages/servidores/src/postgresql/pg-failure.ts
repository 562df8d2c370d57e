import { classifySocket, codeOf, type Fallo, motivoOf, motivoOfClass } from '../sql/failure.ts'

/** SQLSTATE → Spanish (PostgreSQL's manual, appendix A). `{}` is what the server named. */
const SENTENCES: Readonly<Record<string, string>> = {
  '23505': 'ya hay otra fila con los mismos valores[; restricción {}]',
  '23503': 'la fila se refiere a otra que no existe, o hay otras que se refieren a ella[; restricción {}]',
  '23502': 'falta un valor obligatorio[ en la columna {}]',
  '23514': 'un valor no cumple la restricción[ {}]',
  '23P01': 'la fila se cruza con otra[; restricción {}]',
  '42601': 'error de sintaxis[ cerca de {}]',
  '42501': 'el usuario no tiene permiso[ sobre {}]',
  '42P01': 'no existe la tabla[ {}]',
  '42703': 'no existe la columna[ {}]',
  '42883': 'no existe la función o el operador[ {}]',
  '3F000': 'no existe el esquema[ {}]',
  '3D000': 'no existe la base de datos',
  '28P01': 'el usuario o la contraseña no son correctos',
  '28000': 'no admite a este usuario desde aquí',
  '42P08': 'un parámetro se usa con tipos distintos; escriba su tipo, como :nombre::text',
  '42P18': 'no se sabe de qué tipo es un parámetro; escriba su tipo, como :nombre::text',
  '22021': 'un texto tiene un carácter que la base no admite: ',
  '22P05': 'un texto tiene un carácter que la base no admite: ',
  '22P02': 'un valor no es del tipo que se espera: ',
  '22P03': 'un valor no es del tipo que se espera: ',
  '42804': 'un valor no es del tipo que se espera: ',
  '22003': 'un número no cabe en su tipo: ',
  '22001': 'un texto no cabe en su columna: ',
  '22004': 'falta un valor donde no puede ser nulo: ',
  '22007': 'una fecha no se puede leer: ',
  '22008': 'una fecha está fuera de lo que se admite: ',
  '22012': 'hay una división por cero',
  '25006': 'la conexión es de solo lectura',
  '40001': 'otra transacción cambió los mismos datos',
  '40P01': 'dos transacciones se esperan una a la otra',
  '55P03': 'otra transacción tiene bloqueadas las filas',
  '57014': 'se canceló la sentencia',
  '53300': 'no admite más conexiones',
  '53100': 'no queda espacio en el disco',
  '25P02': 'la transacción ya falló',
  P0001: 'la rutina dice: ',
}

const RETRYABLE = new Set(['40001', '40P01', '53300', '55P03'])
/** The server ends the connection: shutdown, crash, an administrator. */
const LOST = /^(?:08|57P0)/

/** Null of what neither the server nor the socket did. */
export function classifyPg(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigoNativo = codeOf(cause)
  if (!isServerError(cause)) return classifySocket(codigoNativo) ?? classifyDriver(cause, codigoNativo)
  return {
    clase: LOST.test(codigoNativo) ? 'perdida' : 'rechazo',
    motivo:
      motivoOf(SENTENCES, codigoNativo, { detail: detailOf(cause), message: cause.message }) ??
      motivoOfClass(codigoNativo, cause.message),
    codigoNativo,
    reintentable: RETRYABLE.has(codigoNativo),
  }
}

/** The driver tells in English, without a code, how the connection ended. */
const DRIVER: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'no ofrece TLS'],
  [/timeout expired/, 'no aceptó la conexión a tiempo'],
  [/terminated|not queryable|was closed|SSL connection/, 'cerró la conexión'],
]

function classifyDriver({ message }: Error, codigoNativo: string): Fallo | null {
  const motivo = DRIVER.find(([pattern]) => pattern.test(message))?.[1]
  return motivo === undefined ? null : { clase: 'perdida', motivo, codigoNativo, reintentable: false }
}

interface ServerError extends Error {
  constraint?: string
  column?: string
}

function isServerError(cause: Error): cause is ServerError {
  return 'severity' in cause && cause.severity !== undefined
}

/** Messages quote what they are about: `relation "x" does not exist`, `syntax error at or near "x"`. */
function detailOf({ constraint, column, message }: ServerError): string | undefined {
  return (
    constraint ?? column ?? /"([^"]+)"/.exec(message)?.[1] ?? /(\S+\(.*\)) does not exist/.exec(message)?.[1]
  )
}
