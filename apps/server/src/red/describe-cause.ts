import { lookUp } from '@div/contract'

/** What people can act on of a failure of the network; other codes are shown as they are. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nadie escucha en ese puerto',
  ECONNRESET: 'cerró la conexión',
  EPIPE: 'cerró la conexión',
  UND_ERR_SOCKET: 'cerró la conexión',
  ENOTFOUND: 'el nombre no existe',
  EAI_AGAIN: 'el servidor de nombres no contesta',
  EHOSTUNREACH: 'no hay camino hasta el equipo',
  ENETUNREACH: 'no hay camino hasta la red',
  ETIMEDOUT: 'no contestó a tiempo',
  UND_ERR_CONNECT_TIMEOUT: 'no aceptó la conexión a tiempo',
  UND_ERR_HEADERS_TIMEOUT: 'no contestó a tiempo',
  UND_ERR_BODY_TIMEOUT: 'dejó de enviar datos',
  UND_ERR_HEADERS_OVERFLOW: 'envió cabeceras demasiado grandes',
  CERT_HAS_EXPIRED: 'su certificado venció',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'su certificado está firmado por él mismo',
  SELF_SIGNED_CERT_IN_CHAIN: 'la autoridad de su certificado no es de confianza',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'la autoridad de su certificado no es de confianza',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'la autoridad de su certificado no es de confianza',
  ERR_TLS_CERT_ALTNAME_INVALID: 'su certificado es de otro nombre',
  EPROTO: 'no habla TLS en ese puerto',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no habla TLS en ese puerto',
}

/** A failure of a socket in Spanish, with its code. */
export function describeCause(cause: unknown): string {
  const code = codeOf(cause)
  if (code === null)
    return cause instanceof Error && cause.message !== '' ? cause.message : 'causa desconocida'
  const sentence = lookUp(SENTENCES, code)
  return sentence ? `${sentence}: ${code}` : code
}

function codeOf(cause: unknown): string | null {
  if (typeof cause !== 'object' || cause === null) return null
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  // Node joins the failures of every address that it tried.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0])
  return 'cause' in cause ? codeOf(cause.cause) : null
}
