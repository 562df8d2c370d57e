import { isPlainObject, type LlamadaContext, lookUp, ServidorNoResponde } from '@div/contract'
import type { ModelMessage, TextStreamPart, ToolSet, UserContent } from 'ai'
import type {
  Herramienta,
  MensajeDeConversacion,
  PeticionDeConversacion,
  PiezaDeRespuesta,
} from '../conversacion.ts'
import { openModelo } from './ask-modelo.ts'
import { callOptions } from './call-options.ts'
import type { Uso } from './consumos.ts'
import { MOTIVOS, refusedContent } from './generar.ts'
import { STREAMS } from './guarded-fetch.ts'
import type { IaConnection } from './ia-connection.ts'
import { falloOf } from './ia-failure.ts'
import { imagenesOf, measureConversacion, textsOfConversacion } from './measure-conversacion.ts'
import { bytesOf, usoOf } from './measure-peticion.ts'
import { tokensOf } from './tokens.ts'

type Parte = TextStreamPart<ToolSet>

/**
 * What a model answers to a conversation, while it says it. Until its first word it is asked again, and another one in its place, as any
 * call is; what fails afterwards is thrown.
 */
export async function* converse(
  connection: IaConnection,
  peticion: PeticionDeConversacion,
  outer: LlamadaContext,
): AsyncIterable<PiezaDeRespuesta> {
  connection.checkSize(...textsOfConversacion(peticion))
  const maximo = measureConversacion(peticion)
  const left = new AbortController()
  const context = { ...outer, signal: AbortSignal.any([outer.signal, left.signal]) }
  try {
    const { modelo, answer, reserva } = await openModelo(
      connection,
      {
        modelos: connection.modelosFor(peticion.modelo, 'modelo'),
        clase: 'texto',
        maximo,
        ask: (nombre) => openRespuesta(connection, nombre, peticion, context),
      },
      context,
    )
    // Of one that is cut: what it was asked, and no more tokens than bytes of what came.
    const uso: Uso = { entrada: maximo.entrada, salida: 0, cacheada: 0 }
    try {
      yield { tipo: 'modelo', modelo }
      for await (const parte of readPartes(answer)) {
        uso.salida += bytesOf([saidIn(parte)])
        if (parte.type === 'finish' && !isCut(parte)) Object.assign(uso, usoOf(parte.totalUsage, maximo))
        const pieza = tellParte(connection, modelo, parte, context.signal)
        if (pieza) yield pieza
        if (pieza?.tipo === 'fin') return
      }
      throw context.signal.aborted ? context.signal.reason : cutShort(connection.servidor)
    } finally {
      await reserva.settle(uso)
    }
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
  { instrucciones, mensajes, herramientas = [], maxTokens, esquema }: PeticionDeConversacion,
  context: LlamadaContext,
): Promise<Abierta> {
  const { headers, ...options } = callOptions(connection, modelo, { maxTokens }, context)
  const { ai } = connection
  const { stream } = ai.streamText({
    ...options,
    ...(esquema && { output: ai.Output.object({ schema: ai.jsonSchema(esquema), name: 'respuesta' }) }),
    headers: { ...headers, accept: STREAMS },
    ...(instrucciones !== '' && { instructions: instrucciones }),
    messages: mensajes.map(toMessage),
    ...(herramientas.length > 0 && { tools: toTools(herramientas, connection) }),
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

const BEGINNINGS: ReadonlySet<Parte['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-start',
  'tool-call',
  'finish',
  'abort',
])

const isBeginning = ({ type }: Parte) => BEGINNINGS.has(type)

/** What of a part counts as said by the model. */
function saidIn(parte: Parte): string {
  if (parte.type === 'text-delta' || parte.type === 'reasoning-delta') return parte.text
  return parte.type === 'tool-input-delta' ? parte.delta : ''
}

function contentOf(texto: string, imagenes: ReturnType<typeof imagenesOf>): UserContent {
  if (imagenes.length === 0) return texto
  return [
    ...imagenes.map(({ tipo, datos }) => ({
      type: 'file' as const,
      // The library for Ollama takes no bytes.
      data: Buffer.from(datos).toString('base64'),
      mediaType: tipo,
    })),
    ...(texto === '' ? [] : [{ type: 'text' as const, text: texto }]),
  ]
}

function toMessage(mensaje: MensajeDeConversacion): ModelMessage {
  const { rol, texto } = mensaje
  if (rol === 'usuario') return { role: 'user', content: contentOf(texto, imagenesOf(mensaje)) }
  if (rol === 'herramienta') {
    const { id: toolCallId, nombre: toolName } = mensaje
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: texto } }],
    }
  }
  const { llamadas = [] } = mensaje
  if (llamadas.length === 0) return { role: 'assistant', content: texto }
  return {
    role: 'assistant',
    content: [
      // Some services refuse a text that is empty.
      ...(texto === '' ? [] : [{ type: 'text' as const, text: texto }]),
      ...llamadas.map(({ id, nombre, argumentos }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: nombre,
        // Some take nothing but an object back, whatever the model had written.
        input: isPlainObject(argumentos) ? argumentos : {},
      })),
    ],
  }
}

/** Without what would run them: what a model asks for is decided by whoever talks with it. */
function toTools(herramientas: readonly Herramienta[], { ai }: IaConnection): ToolSet {
  return Object.fromEntries(
    herramientas.map(({ nombre, descripcion, esquema }) => [
      nombre,
      ai.tool({ description: descripcion, inputSchema: ai.jsonSchema(esquema) }),
    ]),
  )
}

async function* readPartes({ first, rest }: Abierta): AsyncIterable<Parte> {
  for (let parte = first; parte !== null; parte = await nextOf(rest)) {
    if (parte.type === 'abort') return
    yield parte
  }
}

/** What is told of a part of an answer; null: nothing. Throws what it says that went wrong. */
function tellParte(
  { servidor, ai }: IaConnection,
  modelo: string,
  parte: Parte,
  signal: AbortSignal,
): PiezaDeRespuesta | null {
  if (parte.type === 'text-delta') return { tipo: 'texto', texto: parte.text }
  if (parte.type === 'tool-call') {
    const { toolCallId: id, toolName: nombre, input: argumentos } = parte
    return { tipo: 'herramienta', id, nombre, argumentos }
  }
  if (parte.type === 'error') {
    if (signal.aborted) throw signal.reason
    // A stream that ends without a word of why was cut.
    if (ai.InvalidResponseDataError.isInstance(parte.error)) throw cutShort(servidor, parte.error)
    throw falloOf(parte.error, { servidor, modelo, ai }).error
  }
  if (parte.type !== 'finish') return null
  if (parte.finishReason === 'content-filter') throw refusedContent(servidor, '')
  if (isCut(parte)) throw cutShort(servidor)
  const motivo =
    parte.finishReason === 'tool-calls' ? 'herramientas' : (lookUp(MOTIVOS, parte.finishReason) ?? 'otro')
  return { tipo: 'fin', motivo, tokens: tokensOf(parte.totalUsage) }
}

/** What a stream is said to have ended with that did not say it. */
const ENDLESS: ReadonlySet<string> = new Set(['interrupted', 'error', 'unknown'])

function isCut({ rawFinishReason, finishReason }: Extract<Parte, { type: 'finish' }>): boolean {
  return rawFinishReason === undefined && ENDLESS.has(finishReason)
}

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
