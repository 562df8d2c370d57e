import { classifySocket, type Fallo, quoteWords } from '../sql/failure.ts'
import { MalFormado } from './wire.ts'

/** By the number of the status (gRPC, Status codes): its name, and what it means. */
const STATUS: Readonly<Record<number, readonly [nombre: string, motivo: string]>> = {
  1: ['CANCELLED', 'canceló la llamada'],
  2: ['UNKNOWN', 'falló sin decir por qué'],
  3: ['INVALID_ARGUMENT', 'no admite lo que se le pide'],
  4: ['DEADLINE_EXCEEDED', 'no terminó a tiempo'],
  5: ['NOT_FOUND', 'no existe lo que se pide'],
  6: ['ALREADY_EXISTS', 'ya existe'],
  7: ['PERMISSION_DENIED', 'el usuario no tiene permiso'],
  8: ['RESOURCE_EXHAUSTED', 'no le quedan recursos'],
  9: ['FAILED_PRECONDITION', 'su estado no lo permite'],
  10: ['ABORTED', 'interrumpió la operación'],
  11: ['OUT_OF_RANGE', 'se pide algo fuera de lo que hay'],
  12: ['UNIMPLEMENTED', 'no tiene ese método'],
  13: ['INTERNAL', 'tuvo un error interno'],
  14: ['UNAVAILABLE', 'no está disponible'],
  15: ['DATA_LOSS', 'perdió datos'],
  16: ['UNAUTHENTICATED', 'no admite las credenciales'],
}

export const NOT_FOUND = 5
export const RESOURCE_EXHAUSTED = 8
export const UNIMPLEMENTED = 12
const ABORTED = 10
const UNAVAILABLE = 14
const DEADLINE_EXCEEDED = 4

/** What has not begun, or was undone. */
const TRANSIENT = new Set([RESOURCE_EXHAUSTED, ABORTED])
/** A failure of the socket, within the words of a status. */
const SOCKET =
  /\b(E[A-Z]{4,}|CERT_[A-Z_]+|[A-Z]+_SELF_SIGNED_CERT|SELF_SIGNED_[A-Z_]+|UNABLE_TO_[A-Z_]+|ERR_TLS_[A-Z_]+)\b/

/** What TLS says where the driver leaves its code out. */
const CERTIFICATES: readonly (readonly [RegExp, string])[] = [
  [/self-signed certificate|unable to (?:get|verify)/, 'la autoridad de su certificado no es de confianza'],
  [/certificate has expired/, 'su certificado venció'],
  [/alert (?:certificate|bad certificate|unknown ca)/, 'no admite el certificado de cliente, o pide uno'],
  [/wrong version number|packet length too long/, 'no habla TLS en ese puerto'],
]

/** What a status of gRPC means; null: it is none. */
export function classifyGrpc(cause: unknown): Fallo | null {
  if (cause instanceof MalFormado)
    return {
      clase: 'rechazo',
      motivo: 'su respuesta no es de sus .proto',
      codigoNativo: 'MAL_FORMADO',
      reintentable: false,
    }
  const code = codeOfStatus(cause)
  const [nombre, motivo] = STATUS[code ?? -1] ?? []
  if (code === null || nombre === undefined || motivo === undefined) return null
  const words = cause instanceof Error && 'details' in cause ? String(cause.details) : ''
  if (code === UNAVAILABLE || code === DEADLINE_EXCEEDED) {
    const socket = classifySocket(SOCKET.exec(words)?.[0] ?? '')
    const [, certificate] = CERTIFICATES.find(([pattern]) => pattern.test(words)) ?? []
    return {
      clase: 'perdida',
      motivo: socket?.motivo ?? certificate ?? tellWords(motivo, words),
      codigoNativo: nombre,
      reintentable: false,
    }
  }
  return {
    clase: 'rechazo',
    motivo: tellWords(motivo, words),
    codigoNativo: nombre,
    reintentable: TRANSIENT.has(code),
  }
}

function tellWords(motivo: string, words: string): string {
  return words === '' ? motivo : `${motivo}: ${quoteWords(words)}`
}

/** Null: no answer of gRPC. */
export function codeOfStatus(cause: unknown): number | null {
  if (!(cause instanceof Error) || !('code' in cause) || !('metadata' in cause)) return null
  return typeof cause.code === 'number' ? cause.code : null
}
