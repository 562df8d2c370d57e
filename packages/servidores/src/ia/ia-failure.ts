import { AppError, ServidorRechaza } from '@div/contract'
import { quoteWords } from '../sql/failure.ts'
import { explainRechazo, type Respuesta } from './explain-rechazo.ts'

type Ai = typeof import('ai')

const EXCERPT_CHARS = 1_000
const WORDS_CHARS = 300

/** A failure of one call, and what may be done about it. */
export interface Fallo {
  error: unknown
  reintentable: boolean
  isOfModelo: boolean
  /** It was sent, and the service may have worked for it. */
  mayCost: boolean
  /** What the service says of when to come back. */
  retryAfter?: string | undefined
}

/** The refusal that a person reads, of an answer as it came. */
export function rechazoOf(servidor: string, respuesta: Respuesta, cause?: unknown): AppError {
  const { motivo, reintentable } = explainRechazo(respuesta)
  const { estado, cuerpo } = respuesta
  return new ServidorRechaza(
    { servidor, motivo },
    // The words about a key hold a part of it.
    {
      cause,
      extra: { estado, reintentable, ...(estado !== 401 && { cuerpo: cuerpo.slice(0, EXCERPT_CHARS) }) },
    },
  )
}

/** What a library's error means. What is none of it and no failure of the network is a bug, and stays what it is. */
export function falloOf(
  cause: unknown,
  { servidor, modelo, ai }: { servidor: string; modelo: string; ai: Ai },
): Fallo {
  if (ai.APICallError.isInstance(cause)) {
    const { statusCode: estado = 0, responseBody: cuerpo = '', responseHeaders } = cause
    // What broke while an answer was read is the network's, which told it itself.
    if (cause.cause instanceof AppError) return falloOf(cause.cause, { servidor, modelo, ai })
    if (estado >= 200 && estado <= 299) return unreadable(servidor, cuerpo, cause)
    const respuesta = { estado, cuerpo, modelo }
    const { reintentable, isOfModelo } = explainRechazo(respuesta)
    const error = rechazoOf(servidor, respuesta, cause)
    const retryAfter = responseHeaders?.['retry-after']
    return { error, reintentable, isOfModelo, mayCost: false, retryAfter }
  }
  if (cause instanceof AppError) {
    // Who was silent for all its time is not asked again.
    const reintentable = cause.codigo === 'SERVIDOR_NO_RESPONDE'
    return { error: cause, reintentable, isOfModelo: false, mayCost: wasSent(cause) }
  }
  if (!ai.AISDKError.isInstance(cause)) {
    return { error: cause, reintentable: false, isOfModelo: false, mayCost: false }
  }
  const motivo = `no se entendió lo que contestó: ${quoteWords(cause.message.slice(0, WORDS_CHARS))}`
  return {
    error: new ServidorRechaza({ servidor, motivo }, { cause, extra: { reintentable: false } }),
    reintentable: false,
    isOfModelo: false,
    mayCost: true,
  }
}

function unreadable(servidor: string, cuerpo: string, cause: unknown): Fallo {
  return {
    error: new ServidorRechaza(
      { servidor, motivo: 'su respuesta no es la de un servicio de modelos' },
      { cause, extra: { cuerpo: cuerpo.slice(0, EXCERPT_CHARS), reintentable: false } },
    ),
    reintentable: false,
    isOfModelo: false,
    mayCost: true,
  }
}

/** With these a request never left. */
const UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

function wasSent({ codigo, cause }: AppError): boolean {
  if (codigo === 'TIEMPO_AGOTADO' || codigo === 'RESPUESTA_DEMASIADO_GRANDE') return true
  // Without a cause its name was not found.
  if (codigo !== 'SERVIDOR_NO_RESPONDE' || cause === undefined) return false
  return !(cause instanceof Error && 'code' in cause && UNSENT.has(String(cause.code)))
}
