import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** By the number of an error (MongoDB's manual, error codes). */
const SENTENCES: Readonly<Record<string, string>> = {
  11: 'el usuario no existe',
  13: 'el usuario no tiene permiso: ',
  18: 'el usuario o la contraseña no son correctos',
  20: 'no admite esta operación: ',
  26: 'no existe la colección',
  28: 'un campo del camino no es un objeto: ',
  40: 'dos cambios tocan el mismo campo: ',
  43: 'el cursor ya no existe',
  48: 'ya existe la colección',
  50: 'superó el tiempo que se le dio',
  52: 'un campo tiene un nombre que no admite: ',
  59: 'no conoce esta orden: ',
  64: 'lo guardó, pero sus réplicas no lo confirmaron a tiempo',
  66: 'el cambio toca un campo que no puede cambiar: ',
  112: 'otra operación cambió los mismos documentos',
  121: 'el documento no cumple las reglas de la colección',
  146: 'superó la memoria que se le permite',
  166: 'la colección es una vista y solo se lee',
  189: 'dejó de ser el primario',
  292: 'superó la memoria que se le permite',
  8000: 'el usuario o la contraseña no son correctos',
  10107: 'no es el primario y no admite escrituras',
  10334: 'el documento supera los 16 MB',
  11000: 'ya hay otro documento con los mismos valores[; índice {}]',
  13435: 'no es el primario y no admite esta lectura',
  17280: 'una clave del índice es demasiado larga',
}

/** It has done nothing, and may well do it a moment later. */
const RETRYABLE = new Set(['112', '10107', '13435'])
/** It ends what is under way. */
const LEAVING = new Set(['91', '189', '11600', '11602'])

/** The driver itself gave up: nothing is known of the other side. */
const LOST: Readonly<Record<string, string>> = {
  MongoNetworkTimeoutError: 'no contestó a tiempo',
  MongoServerSelectionError: 'no contestó a tiempo',
  MongoWaitQueueTimeoutError: 'no contestó a tiempo',
  MongoOperationTimeoutError: 'no contestó a tiempo',
  MongoNetworkError: 'cerró la conexión',
  MongoPoolClearedError: 'cerró la conexión',
  MongoPoolClosedError: 'cerró la conexión',
  MongoServerClosedError: 'cerró la conexión',
  MongoTopologyClosedError: 'cerró la conexión',
  MongoNotConnectedError: 'cerró la conexión',
  MongoClientClosedError: 'cerró la conexión',
  MongoCompatibilityError: 'su versión no se admite: ',
  MongoParseError: 'contestó algo que no es del protocolo',
  MongoUnexpectedServerResponseError: 'contestó algo que no es del protocolo',
}

/** Null of what neither the server, the driver nor the socket did. */
export function classifyMongodb(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const socket = socketFailureOf(cause)
  if (socket) return socket
  const { name, message } = cause
  const codigoNativo = codeOf(cause)
  if (/^\d+$/.test(codigoNativo) && name.startsWith('Mongo')) return ofServer(cause, codigoNativo)
  const lost = lookUp(LOST, name)
  if (lost !== undefined) {
    const motivo = lost.endsWith(': ') ? lost + quoteWords(message) : lost
    return { clase: 'perdida', motivo, codigoNativo: name, reintentable: false }
  }
  // What the driver refuses before it sends anything: a document too large, a name with NUL.
  if (name !== 'BSONError' && !name.startsWith('Mongo')) return null
  return { clase: 'rechazo', motivo: `dijo: ${quoteWords(message)}`, codigoNativo: name, reintentable: false }
}

function ofServer(cause: Error, codigoNativo: string): Fallo {
  const { message } = cause
  const detail = /index: (\S+)/.exec(message)?.[1]
  const motivo = motivoOf(SENTENCES, codigoNativo, { detail, message }) ?? `dijo: ${quoteWords(message)}`
  const inserted = insertedBefore(cause)
  return {
    clase: LEAVING.has(codigoNativo) ? 'perdida' : 'rechazo',
    motivo: inserted === 0 ? motivo : `${motivo}; antes se insertaron ${inserted} documentos, que quedan`,
    codigoNativo,
    reintentable: inserted === 0 && RETRYABLE.has(codigoNativo),
  }
}

/** Of many documents those before the one that failed are there. */
function insertedBefore(cause: Error): number {
  return 'insertedCount' in cause && typeof cause.insertedCount === 'number' ? cause.insertedCount : 0
}

/** The driver wraps what the socket said, more than once. */
function socketFailureOf(cause: Error): Fallo | null {
  for (let each: unknown = cause; each instanceof Error; each = each.cause) {
    const socket = classifySocket(codeOf(each))
    if (socket) return socket
  }
  return null
}
