import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** By `err_code` of JetStream's answers. */
const JETSTREAM: Readonly<Record<string, string>> = {
  '10013': 'ese nombre de consumidor ya se usa',
  '10014': 'el flujo no tiene ese consumidor',
  '10039': 'JetStream no está activado para esta cuenta',
  '10047': 'al flujo no le queda espacio',
  '10054': 'el mensaje pasa de lo que admite el flujo',
  '10059': 'no existe ese flujo',
  '10076': 'JetStream no está activado',
  '10077': 'el flujo está lleno',
}

/** By the name that the driver gives its errors. */
const REFUSALS: Readonly<Record<string, string>> = {
  AuthorizationError: 'el usuario o la contraseña no son correctos',
  UserAuthenticationExpiredError: 'las credenciales del usuario vencieron',
  PermissionViolationError: 'el usuario no tiene permiso: ',
  NoResponders: 'nadie atiende ese asunto',
  JetStreamNotEnabled: 'JetStream no está activado, o ningún flujo guarda ese asunto',
  InvalidSubjectError: 'no admite ese asunto: ',
  InvalidArgumentError: 'no admite lo que se le pide: ',
  InvalidNameError: 'no admite ese nombre: ',
}

const LOST = new Set(['ClosedConnectionError', 'DrainingConnectionError', 'ConnectionError', 'ProtocolError'])

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyNats(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const { name, message } = cause
  const codigo = codeOf(cause)
  const socket = classifySocket(codigo)
  if (socket) return socket
  const motivo =
    motivoOf(JETSTREAM, codigo, { detail: undefined, message }) ??
    motivoOf(REFUSALS, name, { detail: undefined, message })
  if (motivo === undefined && !/^JetStream|NotFoundError$/.test(name)) {
    // The driver wraps what happened in what it was doing.
    const inner = cause.cause ? classifyNats(cause.cause) : null
    return inner ?? classifyLoss(cause)
  }
  return {
    clase: 'rechazo',
    motivo: motivo ?? `dijo: ${quoteWords(message)}`,
    codigoNativo: codigo || name,
    reintentable: false,
  }
}

function classifyLoss({ name, message }: Error): Fallo | null {
  if (name === 'TimeoutError') return perdida('ETIMEDOUT', 'no contestó a tiempo')
  if (/does not support 'tls'/.test(message)) return perdida('SIN_TLS', 'no ofrece TLS')
  return LOST.has(name) ? perdida('CERRADA', 'cerró la conexión') : null
}

function perdida(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'perdida', motivo, codigoNativo, reintentable: false }
}
