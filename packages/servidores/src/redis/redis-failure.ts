import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, quoteWords } from '../sql/failure.ts'

/** By the first word of a reply that is an error (RESP, "Simple errors"): a convention of the server, whose words follow. */
const REPLIES: Readonly<Record<string, string>> = {
  WRONGPASS: 'el usuario o la contraseña no son correctos',
  NOAUTH: 'pide usuario y contraseña',
  NOPERM: 'el usuario no tiene permiso: ',
  WRONGTYPE: 'la clave guarda otro tipo de dato',
  OOM: 'no le queda memoria',
  READONLY: 'es una réplica de solo lectura',
  LOADING: 'todavía está cargando sus datos',
  BUSY: 'está ocupado con un programa',
  MASTERDOWN: 'su primario no responde',
  MISCONF: 'no puede guardar en disco y no admite escrituras',
  CLUSTERDOWN: 'su clúster no atiende',
  NOREPLICAS: 'no tiene las réplicas que exige',
  MOVED: 'la clave está en otro nodo de su clúster',
  ASK: 'la clave está pasando a otro nodo de su clúster',
}

/** It has done nothing, and may well do it a moment later. */
const RETRYABLE = new Set(['LOADING', 'BUSY', 'CLUSTERDOWN', 'MASTERDOWN'])

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyRedis(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const { message, name } = cause
  const socket = classifySocket(codeOf(cause))
  if (socket) return socket
  if (name === 'ReplyError') {
    const codigoNativo = /^[A-Z]+/.exec(message)?.[0] ?? 'ERR'
    const sentence = lookUp(REPLIES, codigoNativo)
    return {
      clase: 'rechazo',
      motivo: sentence?.endsWith(': ')
        ? sentence + quoteWords(message)
        : (sentence ?? `dijo: ${quoteWords(message)}`),
      codigoNativo,
      reintentable: RETRYABLE.has(codigoNativo),
    }
  }
  // What was under way when the connection went, and what the driver then refuses to send.
  if (/^Connection is closed|^Stream isn't writeable|^connect ETIMEDOUT|^Socket timeout/.test(message))
    return { clase: 'perdida', motivo: 'cerró la conexión', codigoNativo: 'CERRADA', reintentable: false }
  return null
}
