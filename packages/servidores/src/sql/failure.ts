import { AppError, lookUp, ServidorNoResponde, ServidorRechaza } from '@div/contract'
import { COLUMNA_ILEGIBLE } from './columnas.ts'

/** What a driver's error means. */
export interface Fallo {
  /** The connection is gone, or the statement was refused. */
  clase: 'perdida' | 'rechazo'
  /** Spanish, without a full stop. */
  motivo: string
  /** As the database numbers it: SQLSTATE, errno or name. */
  codigoNativo: string
  /** The same statement may work if it is tried again, and has changed nothing: deadlocks, serialization failures. */
  reintentable: boolean
}

/** The error that a person reads; the driver's own stays its cause. What is no failure of a database stays what it is. */
export function errorOfFallo(servidor: string, fallo: Fallo | null, cause: unknown): unknown {
  if (fallo === null || cause instanceof AppError) return cause
  const { clase, motivo, codigoNativo, reintentable } = fallo
  // What became of a statement whose connection was lost, nobody knows.
  if (clase === 'perdida')
    return new ServidorNoResponde({ servidor, motivo }, { cause, extra: { codigoNativo } })
  const extra = { codigoNativo, reintentable, ...(reintentable && { sinEfecto: true }) }
  return new ServidorRechaza({ servidor, motivo }, { cause, extra })
}

/**
 * The sentence of a native code. `{}` is what the database named; the part in brackets is left out when it named nothing. A sentence that
 * ends in `: ` goes on with the database's own words, which say what ours cannot.
 */
export function motivoOf(
  table: Readonly<Record<string, string>>,
  codigo: string,
  { detail, message }: { detail: string | undefined; message: string },
): string | undefined {
  const sentence = table[codigo]
  if (sentence === undefined) return undefined
  if (sentence.endsWith(': ')) return `${sentence}${quoteWords(message)}`
  return detail
    ? sentence.replace(/[[\]]/g, '').replace('{}', () => `«${detail}»`)
    : sentence.replace(/\[.*\]/, '')
}

/** What the database said itself, in its own language. */
export function quoteWords(message: string): string {
  return `«${message.trim()}»`
}

/** The first two characters of an SQLSTATE (ISO/IEC 9075-2, 24.1): what is meant when the code has no sentence of its own. */
const CLASSES: Readonly<Record<string, string>> = {
  '08': 'se perdió la conexión: ',
  '0A': 'no admite lo que se le pide: ',
  '21': 'sobran o faltan valores o filas: ',
  '22': 'un valor no se puede usar: ',
  '23': 'los datos no cumplen una restricción: ',
  '24': 'el cursor no está en el estado que hace falta: ',
  '25': 'el estado de la transacción no lo permite: ',
  '28': 'no admite a este usuario: ',
  '34': 'no existe el cursor: ',
  '38': 'falló una rutina: ',
  '39': 'falló una rutina: ',
  '3B': 'el punto de retorno no es válido: ',
  '40': 'deshizo la transacción: ',
  '42': 'la sentencia no es correcta: ',
  '44': 'la fila no cumple lo que pide la vista: ',
  '45': 'la rutina dice: ',
  '53': 'no le quedan recursos: ',
  '54': 'la sentencia supera uno de sus límites: ',
  '55': 'un objeto no está en el estado que hace falta: ',
  '57': 'interrumpió la operación: ',
  '58': 'falló su sistema: ',
  P0: 'falló una rutina: ',
  XX: 'tuvo un error interno: ',
}

/** What a refusal means by its SQLSTATE alone, and the database's own words. */
export function motivoOfClass(sqlstate: string, message: string): string {
  return `${lookUp(CLASSES, sqlstate.slice(0, 2)) ?? 'dijo: '}${quoteWords(message)}`
}

/** A description of rows that ColumnaIlegible refused; null of anything else. */
export function classifyColumna(cause: unknown): Fallo | null {
  if (codeOf(cause) !== COLUMNA_ILEGIBLE || !(cause instanceof Error)) return null
  return { clase: 'rechazo', motivo: cause.message, codigoNativo: COLUMNA_ILEGIBLE, reintentable: false }
}

/** Failures of the socket below every driver. */
const SOCKET: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nadie escucha en ese puerto',
  ECONNRESET: 'cerró la conexión',
  EPIPE: 'cerró la conexión',
  ETIMEDOUT: 'no contestó a tiempo',
  EHOSTUNREACH: 'no hay camino hasta el equipo',
  ENETUNREACH: 'no hay camino hasta la red',
  CERT_HAS_EXPIRED: 'su certificado venció',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'su certificado está firmado por él mismo',
  SELF_SIGNED_CERT_IN_CHAIN: 'la autoridad de su certificado no es de confianza',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'la autoridad de su certificado no es de confianza',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'la autoridad de su certificado no es de confianza',
  ERR_TLS_CERT_ALTNAME_INVALID: 'su certificado es de otro nombre',
}

/** Null when it is no failure of the network. */
export function classifySocket(codigo: string): Fallo | null {
  const motivo = lookUp(SOCKET, codigo)
  return motivo === undefined ? null : { clase: 'perdida', motivo, codigoNativo: codigo, reintentable: false }
}

/** The `code` of an error, as text. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' || typeof cause.code === 'number' ? String(cause.code) : ''
}
