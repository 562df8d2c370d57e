import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, quoteWords } from '../sql/failure.ts'

/** Status codes of an answer (draft-ietf-secsh-filexfer-02, 7). */
const STATUS: Readonly<Record<string, string>> = {
  2: 'no existe',
  3: 'el usuario no tiene permiso',
  4: 'no pudo hacerlo',
  5: 'no entendió el mensaje',
  8: 'no admite esa operación',
}

/** By the part of the driver that failed. */
const LEVELS: Readonly<Record<string, string>> = {
  'client-authentication': 'no admite al usuario con esa contraseña o clave',
  'client-timeout': 'no contestó a tiempo',
  handshake: 'no comparte ningún cifrado o clave de equipo: ',
  protocol: 'no habla SSH como debe: ',
}

/** What was under way when the connection went, and what the driver then refuses to send. */
const GONE =
  /^No response from server|^Not connected|^Connection lost|^Channel open failure|^(?:Keepalive|Timed out)|not open/i

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifySftp(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigoNativo = codeOf(cause)
  const socket = classifySocket(codigoNativo)
  if (socket) return socket
  const level = 'level' in cause ? String(cause.level) : ''
  const lost = lookUp(LEVELS, level)
  if (lost !== undefined) return fallo('perdida', lost, level, cause)
  const refused = lookUp(STATUS, codigoNativo)
  if (refused !== undefined) return fallo('rechazo', refused, codigoNativo, cause)
  return GONE.test(cause.message) ? fallo('perdida', 'cerró la conexión', 'CERRADA', cause) : null
}

function fallo(clase: Fallo['clase'], sentence: string, codigoNativo: string, { message }: Error): Fallo {
  const motivo = sentence.endsWith(': ') ? sentence + quoteWords(message) : sentence
  return { clase, motivo, codigoNativo, reintentable: false }
}
