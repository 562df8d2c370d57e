import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** Reply codes of AMQP 0-9-1 (specification, 1.2), in the words of whoever configured the node. */
const REPLIES: Readonly<Record<string, string>> = {
  '311': 'el mensaje es demasiado grande: ',
  '403': 'el usuario no tiene permiso: ',
  '404': 'no existe lo que se nombra: ',
  '405': 'otra conexión tiene la cola para ella sola: ',
  '406': 'no puede hacerlo así: ',
  '504': 'un canal no está en el estado que hace falta: ',
  '530': 'no lo permite: ',
  '540': 'no sabe hacerlo: ',
  '541': 'tuvo un error interno: ',
}

/** After these the connection is gone as well: the operator's word, and errors of the protocol. */
const LOST = new Set(['320', '501', '502', '503', '505', '541'])

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyRabbitmq(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const { message, name } = cause
  const codigo = codeOf(cause)
  const socket = classifySocket(codigo)
  if (socket) return socket
  if (/^Handshake terminated by server: 403/.test(message))
    return rechazo('403', 'el usuario o la contraseña no son correctos')
  // The driver keeps to itself what the server says to this.
  if (/^Expected ConnectionOpenOk; got <ConnectionClose/.test(message))
    return rechazo('530', 'no existe ese host virtual o el usuario no puede entrar en él')
  if (/^Handshake terminated by server: /.test(message))
    return rechazo('CONEXION', `dijo: ${wordsOf(message)}`)
  if (message === 'message nacked')
    return rechazo('NACK', 'no aceptó el mensaje: alguna cola está llena o no pudo guardarlo')
  if (LOST.has(codigo))
    return {
      clase: 'perdida',
      motivo: `cerró la conexión: ${wordsOf(message)}`,
      codigoNativo: codigo,
      reintentable: false,
    }
  if (/^\d{3}$/.test(codigo))
    return rechazo(
      codigo,
      motivoOf(REPLIES, codigo, { detail: undefined, message: innerWords(message) }) ??
        `dijo: ${wordsOf(message)}`,
    )
  if (/^connect ETIMEDOUT/.test(message))
    return {
      clase: 'perdida',
      motivo: 'no contestó a tiempo',
      codigoNativo: 'ETIMEDOUT',
      reintentable: false,
    }
  if (
    name === 'IllegalOperationError' ||
    /^(?:Socket closed|Unexpected close|Heartbeat timeout|channel closed|Channel ended|Connection clos)/i.test(
      message,
    )
  )
    return { clase: 'perdida', motivo: 'cerró la conexión', codigoNativo: 'CERRADA', reintentable: false }
  return null
}

function rechazo(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'rechazo', motivo, codigoNativo, reintentable: false }
}

function wordsOf(message: string): string {
  return quoteWords(innerWords(message))
}

/** The driver writes the server's words between quotation marks, after its own. */
function innerWords(message: string): string {
  return /with message "(.*)"$/s.exec(message)?.[1] ?? message
}
