import { AppError, ServidorNoResponde, ServidorRechaza } from '@div/contract'

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

/** The sentence of a native code. `{}` is what the database named; the part in brackets is left out when it named nothing. */
export function motivoOf(
  table: Readonly<Record<string, string>>,
  codigo: string,
  detail: string | undefined,
): string | undefined {
  const sentence = table[codigo]
  if (sentence === undefined) return undefined
  return detail
    ? sentence.replace(/[[\]]/g, '').replace('{}', () => `«${detail}»`)
    : sentence.replace(/\[.*\]/, '')
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
  const motivo = SOCKET[codigo]
  return motivo === undefined ? null : { clase: 'perdida', motivo, codigoNativo: codigo, reintentable: false }
}

/** The `code` of an error, as text. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' || typeof cause.code === 'number' ? String(cause.code) : ''
}
