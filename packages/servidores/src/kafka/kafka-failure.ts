import type { fetchV4 } from '@platformatic/kafka'
import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** By the name that the protocol gives its errors (Apache Kafka protocol, Error codes). */
const REFUSALS: Readonly<Record<string, string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: 'no existe ese tema o esa partición',
  INVALID_TOPIC_EXCEPTION: 'ese nombre de tema no vale',
  TOPIC_AUTHORIZATION_FAILED: 'el usuario no tiene permiso sobre el tema',
  CLUSTER_AUTHORIZATION_FAILED: 'el usuario no tiene permiso sobre el clúster',
  MESSAGE_TOO_LARGE: 'el mensaje pasa de lo que admite',
  RECORD_LIST_TOO_LARGE: 'el mensaje pasa de lo que admite',
  LEADER_NOT_AVAILABLE: 'la partición no tiene ahora quien la dirija',
  NOT_LEADER_OR_FOLLOWER: 'la partición la dirige ahora otro broker',
  NOT_ENOUGH_REPLICAS: 'la partición no tiene las réplicas que hacen falta',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: 'lo guardó con menos réplicas de las que hacen falta',
  REQUEST_TIMED_OUT: 'no confirmó a tiempo',
  INVALID_RECORD: 'no admite el mensaje: ',
  POLICY_VIOLATION: 'una regla del clúster no lo admite',
  CORRUPT_MESSAGE: 'el mensaje le llegó dañado',
  INVALID_TIMESTAMP: 'no admite la fecha del mensaje',
  KAFKA_STORAGE_ERROR: 'no pudo guardarlo en su disco',
  UNSUPPORTED_VERSION: 'es de una versión que no se admite',
  UNSUPPORTED_FOR_MESSAGE_FORMAT: 'guarda los mensajes en un formato que no lo admite',
  SASL_AUTHENTICATION_FAILED: 'el usuario o la contraseña no son correctos',
  UNSUPPORTED_SASL_MECHANISM: 'no admite ese modo de identificarse',
}

/** The message was not kept: it may go better the next time. */
const TRANSIENT = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_OR_FOLLOWER',
  'NOT_ENOUGH_REPLICAS',
  'CORRUPT_MESSAGE',
])

/** Its number in answers. */
const OFFSET_OUT_OF_RANGE = 1

const PREFIX = 'PLT_KFK_'

/** What the driver's error means; null: neither a broker nor the socket said it. */
export function classifyKafka(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const protocol = protocolErrorOf(cause)
  if (protocol) return describeProtocol(protocol)
  const socket = classifySocket(codeOf(cause))
  if (socket) return socket
  const codigo = codeOf(cause)
  const inner = cause.cause ? classifyKafka(cause.cause) : null
  if (codigo === `${PREFIX}AUTHENTICATION`) {
    // A broker that only hangs up on whoever it does not know has said no more.
    if (inner?.clase === 'rechazo') return inner
    return rechazo('SASL_AUTHENTICATION_FAILED', 'el usuario o la contraseña no son correctos')
  }
  if (inner) return inner
  if (!codigo.startsWith(PREFIX)) return null
  if (/timed out/i.test(cause.message)) return perdida('ETIMEDOUT', 'no contestó a tiempo')
  if (/TLS/.test(cause.message)) return perdida('TLS', 'no habla TLS en ese puerto, o solo habla TLS')
  if (codigo === `${PREFIX}NETWORK`) return perdida('CERRADA', 'cerró la conexión')
  return rechazo(codigo.slice(PREFIX.length), `dijo: ${quoteWords(cause.message)}`)
}

/** The name of what the protocol refuses, wherever the driver put it; null: it is no answer of a broker. */
export function protocolErrorOf(cause: unknown): { apiId: string; words: string } | null {
  if (!(cause instanceof Error)) return null
  if ('apiId' in cause && typeof cause.apiId === 'string') {
    const told = 'serverErrorMessage' in cause ? cause.serverErrorMessage : null
    return { apiId: cause.apiId, words: typeof told === 'string' ? told : cause.message }
  }
  const errors: readonly unknown[] = cause instanceof AggregateError ? cause.errors : []
  for (const error of [...errors, cause.cause]) {
    const found = protocolErrorOf(error)
    if (found) return found
  }
  return null
}

/** The partitions of which the answer says that there is nothing at the place asked for. */
export function outOfRangeIn(cause: unknown): number[] {
  if (!(cause instanceof Error && 'response' in cause)) return []
  const { responses } = cause.response as fetchV4.FetchResponse
  return responses
    .flatMap(({ partitions }) => partitions)
    .filter(({ errorCode }) => errorCode === OFFSET_OUT_OF_RANGE)
    .map(({ partitionIndex }) => partitionIndex)
}

function describeProtocol({ apiId, words }: { apiId: string; words: string }): Fallo {
  const motivo = motivoOf(REFUSALS, apiId, { detail: undefined, message: words })
  return { ...rechazo(apiId, motivo ?? `dijo: ${quoteWords(words)}`), reintentable: TRANSIENT.has(apiId) }
}

function rechazo(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'rechazo', motivo, codigoNativo, reintentable: false }
}

function perdida(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'perdida', motivo, codigoNativo, reintentable: false }
}
