import { type LlamadaContext, lookUp, ServidorNoResponde } from '@div/contract'
import type { TextStreamPart, ToolSet } from 'ai'
import type { PeticionDeConversacion, PiezaDeRespuesta } from '../conversacion.ts'
import { askModelo } from './ask-modelo.ts'
import { callOptions } from './call-options.ts'
import { MOTIVOS, refusedContent } from './generar.ts'
import { STREAMS } from './guarded-fetch.ts'
import type { IaConnection } from './ia-connection.ts'
import { falloOf } from './ia-failure.ts'
import { tokensOf } from './tokens.ts'

type Parte = TextStreamPart<ToolSet>

/**
 * What a model answers to a conversation, while it says it. Until its first word it is asked again, and another one in its place, as any
 * call is; what fails afterwards is thrown.
 */
export async function* conversar(
  connection: IaConnection,
  peticion: PeticionDeConversacion,
  outer: LlamadaContext,
): AsyncIterable<PiezaDeRespuesta> {
  const { instrucciones, mensajes } = peticion
  connection.checkSize(instrucciones, ...mensajes.map(({ texto }) => texto))
  const left = new AbortController()
  const context = { ...outer, signal: AbortSignal.any([outer.signal, left.signal]) }
  try {
    const { modelo, answer } = await askModelo(
      connection,
      connection.modelosFor(peticion.modelo, 'modelo'),
      context,
      (nombre) => openRespuesta(connection, nombre, peticion, context),
    )
    yield { tipo: 'modelo', modelo }
    yield* tellPartes(connection, modelo, answer, context.signal)
  } finally {
    // Whoever stops reading leaves the service too: it would go on for nobody.
    left.abort()
  }
}

/** A stream of which the beginning was read: nothing is asked again once there is one. */
interface Abierta {
  first: Parte | null
  rest: AsyncIterator<Parte>
}

async function openRespuesta(
  connection: IaConnection,
  modelo: string,
  { instrucciones, mensajes, maxTokens }: PeticionDeConversacion,
  context: LlamadaContext,
): Promise<Abierta> {
  const { headers, ...options } = callOptions(connection, modelo, { maxTokens }, context)
  const { stream } = connection.ai.streamText({
    ...options,
    headers: { ...headers, accept: STREAMS },
    ...(instrucciones !== '' && { instructions: instrucciones }),
    messages: mensajes.map(({ rol, texto }) => ({
      role: rol === 'usuario' ? ('user' as const) : ('assistant' as const),
      content: texto,
    })),
    // What it reports comes as a part as well.
    onError() {},
  })
  const rest = stream[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return { first: null, rest }
    if (value.type === 'error') throw value.error
    if (isBeginning(value)) return { first: value, rest }
  }
}

const isBeginning = ({ type }: Parte) =>
  type === 'text-delta' || type === 'reasoning-delta' || type === 'finish' || type === 'abort'

async function* tellPartes(
  connection: IaConnection,
  modelo: string,
  { first, rest }: Abierta,
  signal: AbortSignal,
): AsyncIterable<PiezaDeRespuesta> {
  const { servidor, ai } = connection
  for (let parte = first; parte !== null; parte = await nextOf(rest)) {
    if (parte.type === 'text-delta') yield { tipo: 'texto', texto: parte.text }
    else if (parte.type === 'abort') break
    else if (parte.type === 'error') {
      if (signal.aborted) break
      // A stream that ends without a word of why was cut.
      if (ai.InvalidResponseDataError.isInstance(parte.error)) throw cutShort(servidor, parte.error)
      throw falloOf(parte.error, { servidor, modelo, ai }).error
    } else if (parte.type === 'finish') {
      if (parte.finishReason === 'content-filter') throw refusedContent(servidor, '')
      if (parte.rawFinishReason === undefined && ENDLESS.has(parte.finishReason)) throw cutShort(servidor)
      const motivo = lookUp(MOTIVOS, parte.finishReason) ?? 'otro'
      yield { tipo: 'fin', motivo, tokens: tokensOf(parte.totalUsage) }
      return
    }
  }
  throw signal.aborted ? signal.reason : cutShort(servidor)
}

/** What a stream is said to have ended with that did not say it. */
const ENDLESS: ReadonlySet<string> = new Set(['interrupted', 'error', 'unknown'])

async function nextOf(partes: AsyncIterator<Parte>): Promise<Parte | null> {
  try {
    const { done, value } = await partes.next()
    return done ? null : value
  } catch (error) {
    // Some providers tell what broke as a part, others throw it.
    return { type: 'error', error }
  }
}

function cutShort(servidor: string, cause?: unknown) {
  return new ServidorNoResponde({ servidor, motivo: 'cortó la respuesta antes de terminarla' }, { cause })
}
