import {
  isPlainObject,
  LimiteSuperado,
  type Limits,
  readExactJson,
  ServidorNoResponde,
  ServidorRechaza,
} from '@div/contract'
import type { HttpStream } from '../define-servidor.ts'
import type { HttpService } from '../http/http-service.ts'
import { isTransient } from '../http/is-transient.ts'
import { pause } from '../http/pause-before-again.ts'
import { quoteWords } from '../sql/failure.ts'
import type { TraceHeaders } from '../trace-headers.ts'
import type { Secretos } from './hide-secretos.ts'
import { type EventStream, readEvents } from './read-events.ts'

type Json = Record<string, unknown>

/** A message of JSON-RPC that waits for an answer. */
export interface Peticion {
  method: string
  params: Json
}

/** What goes with every message once a session has begun. */
export interface Sesion {
  /** Null: the server keeps nothing between two messages. */
  id: string | null
  version: string
}

/** Who the client is to the server; `forget`: it was refused. */
export interface Credencial {
  get(signal: AbortSignal): Promise<string | null>
  /** Whether another one may go better. */
  forget(token: string, signal: AbortSignal): Promise<boolean>
}

export interface WireOptions {
  sesion: Sesion | null
  signal: AbortSignal
  traza?: TraceHeaders
}

interface WireDeps {
  servidor: string
  url: string
  http: HttpService
  credencial: Credencial
  secretos: Secretos
  limits: Pick<Limits, 'profundidad' | 'respuestaBytes'>
  /** The server says that its tools are others. */
  onToolsChanged(): void
}

/** The session has ended (MCP, Streamable HTTP, Session Management): nothing was done, and a new one may be begun. */
export class SesionTerminada extends Error {}

const ACCEPT = 'application/json, text/event-stream'
const EXCERPT_CHARS = 600
/** Times that a stream which ended early is asked for again. */
const MAX_RESUMED = 20
/** What a server may ask of us while it answers one call. */
const MAX_ASKED = 20
/** A stream ends with its answer; one that does not is left so soon. */
const FAREWELL_MS = 20

/** Sends messages and reads their answers (MCP, Streamable HTTP). Nothing is listened to that nobody asked for. */
export class McpWire {
  readonly #deps: WireDeps
  #lastId = 0

  constructor(deps: WireDeps) {
    this.#deps = deps
  }

  /** What it answers, and under which session. Throws an AppError, SesionTerminada or the signal's reason. */
  async ask(peticion: Peticion, options: WireOptions): Promise<{ result: Json; sesionId: string | null }> {
    const id = ++this.#lastId
    // A stream is left with the answer, whatever else its server would say.
    const answered = new AbortController()
    const within = { ...options, signal: AbortSignal.any([options.signal, answered.signal]) }
    try {
      const response = await this.#post({ jsonrpc: '2.0', id, ...peticion }, within)
      const told = response.headers['mcp-session-id']
      const sesionId = typeof told === 'string' ? told : null
      const sesion = options.sesion ?? (sesionId === null ? null : { id: sesionId, version: '' })
      const result = await this.#readAnswer(response, id, { ...within, sesion }).catch((cause: unknown) => {
        throw cause instanceof SesionTerminada ? this.#unanswered() : cause
      })
      return { result, sesionId }
    } finally {
      answered.abort()
    }
  }

  /** What nobody answers. */
  async tell(message: Json, options: WireOptions): Promise<void> {
    const { body } = await this.#post({ jsonrpc: '2.0', ...message }, options)
    await drain(body)
  }

  /** Best effort: many servers let sessions run out. */
  async end(sesion: Sesion, signal: AbortSignal): Promise<void> {
    const { body } = await this.#send({ metodo: 'DELETE', body: null }, { sesion, signal })
    await drain(body)
  }

  #post(message: Json, options: WireOptions): Promise<HttpStream> {
    return this.#sendOrThrow({ metodo: 'POST', body: JSON.stringify(message) }, options)
  }

  async #sendOrThrow(
    request: { metodo: string; body: string | null; desde?: string },
    options: WireOptions,
  ): Promise<HttpStream> {
    const response = await this.#send(request, options)
    if (response.status >= 200 && response.status <= 299) return response
    const words = this.#deps.secretos.hideBeginning(await readExcerpt(response.body), EXCERPT_CHARS).trim()
    if (response.status === 404 && options.sesion?.id) throw new SesionTerminada()
    throw refusalOf(this.#deps.servidor, response.status, words)
  }

  async #send(
    { metodo, body, desde }: { metodo: string; body: string | null; desde?: string },
    { sesion, signal, traza = {} }: WireOptions,
  ): Promise<HttpStream> {
    const { http, url, credencial, secretos } = this.#deps
    const send = (token: string | null) => {
      if (token !== null) secretos.add(token)
      return http.stream(
        {
          metodo,
          ...placeOf(url, http.basePath),
          headers: {
            accept: body === null ? 'text/event-stream' : ACCEPT,
            ...(body !== null && { 'content-type': 'application/json' }),
            ...(sesion?.id && { 'mcp-session-id': sesion.id }),
            ...(sesion?.version && { 'mcp-protocol-version': sesion.version }),
            ...(desde !== undefined && { 'last-event-id': desde }),
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...traza,
          },
          body,
        },
        signal,
      )
    }
    const token = await credencial.get(signal)
    const response = await send(token)
    if (response.status !== 401 || token === null) return response
    if (!(await credencial.forget(token, signal))) return response
    await readExcerpt(response.body)
    // A 401 means that nothing was done.
    return send(await credencial.get(signal))
  }

  async #readAnswer(first: HttpStream, id: number, options: WireOptions): Promise<Json> {
    const reading: Reading = { id, options, left: MAX_ASKED, desde: null, stream: { retryMs: null } }
    let response = first
    for (let resumed = 0; resumed <= MAX_RESUMED; resumed++) {
      if (!isStream(response)) return this.#readWhole(response, reading)
      const answer = await this.#readStream(response, reading)
      if (answer) return answer
      // It may end before it has answered if it can be asked for what is missing (MCP, Resumability and Redelivery).
      if (reading.desde === null) break
      await pause(Math.max(reading.stream.retryMs ?? 0, FAREWELL_MS), options.signal)
      response = await this.#sendOrThrow({ metodo: 'GET', body: null, desde: reading.desde }, options)
    }
    throw this.#unanswered()
  }

  /** The request was taken: what came of it nobody knows, so it is not made again in another session. */
  #unanswered(): Error {
    const { servidor } = this.#deps
    return new ServidorNoResponde({ servidor, motivo: 'terminó la conexión sin haber contestado' })
  }

  async #readWhole(response: HttpStream, reading: Reading): Promise<Json> {
    for (const message of [this.#parse(await readText(response))].flat()) {
      const answer = await this.#take(message, reading)
      if (answer) return answer
    }
    const { servidor } = this.#deps
    throw new ServidorRechaza({ servidor, motivo: 'su respuesta no es de MCP' })
  }

  /** Null: it ended without. */
  async #readStream({ body }: HttpStream, reading: Reading): Promise<Json | null> {
    const events = readEvents(body, reading.stream)
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const { data, id } = next.value
      reading.desde = id ?? reading.desde
      const answer = data === '' ? null : await this.#take(this.#parse(data), reading)
      if (!answer) continue
      await leave(events)
      return answer
    }
    return null
  }

  /** The answer to this request, or null for anything else that it tells. */
  async #take(message: unknown, reading: Reading): Promise<Json | null> {
    if (!isPlainObject(message)) return null
    if (typeof message.method === 'string') {
      if (message.method === 'notifications/tools/list_changed') this.#deps.onToolsChanged()
      if (message.id !== undefined) await this.#refuseAsked(message, reading)
      return null
    }
    if (message.id !== reading.id) return null
    if (isPlainObject(message.result)) return message.result
    throw failureOf(this.#deps.servidor, message.error)
  }

  /** A server that asks something waits for an answer: a model, files and questions to people are not offered here. */
  async #refuseAsked({ id, method }: Json, reading: Reading): Promise<void> {
    const { servidor } = this.#deps
    if (reading.left-- <= 0)
      throw new ServidorRechaza({ servidor, motivo: 'pregunta sin fin en lugar de contestar' })
    const answer =
      method === 'ping'
        ? { result: {} }
        : { error: { code: METHOD_NOT_FOUND, message: 'Not offered by this client' } }
    await this.tell({ id, ...answer }, reading.options)
  }

  #parse(text: string): unknown {
    try {
      return this.#deps.secretos.hideRead(readExactJson(text, this.#deps.limits), text)
    } catch (cause) {
      if (cause instanceof LimiteSuperado) throw cause
      const { servidor } = this.#deps
      throw new ServidorRechaza({ servidor, motivo: 'su respuesta no es JSON' }, { cause })
    }
  }
}

/** The answer to one request, while it comes. */
interface Reading {
  id: number
  options: WireOptions
  /** What its server may still ask of us. */
  left: number
  /** The last event that had a name: from there on it can be asked for again. */
  desde: string | null
  stream: EventStream
}

const METHOD_NOT_FOUND = -32_601

function placeOf(url: string, basePath: string): { ruta: string; consulta: string } {
  const { pathname, search } = new URL(url)
  return { ruta: pathname.slice(basePath.length), consulta: search.slice(1) }
}

function isStream({ headers }: HttpStream): boolean {
  return String(headers['content-type'] ?? '')
    .toLowerCase()
    .startsWith('text/event-stream')
}

/** What an error of JSON-RPC says is the server's word, not ours. */
function failureOf(servidor: string, error: unknown): Error {
  const { code, message } = isPlainObject(error) ? error : {}
  const words = typeof message === 'string' ? quoteWords(message) : 'que no se puede hacer'
  return new ServidorRechaza(
    { servidor, motivo: `dijo ${words}` },
    { extra: { ...(typeof code === 'number' && { codigoMcp: code }) } },
  )
}

function refusalOf(servidor: string, status: number, words: string): Error {
  return new ServidorRechaza(
    { servidor, motivo: `${explainStatus(status)}${words === '' ? '' : `: ${quoteWords(words)}`}` },
    { extra: { estado: status, reintentable: isTransient(status) } },
  )
}

function explainStatus(status: number): string {
  switch (status) {
    case 401:
      return 'contestó 401, no acepta la credencial o pide una'
    case 403:
      return 'contestó 403, la credencial no alcanza'
    case 404:
    case 405:
      return `contestó ${status}, en esa dirección no hay un servidor MCP de Streamable HTTP`
    default:
      return `contestó ${status}`
  }
}

/** The beginning of a body that nobody reads whole. */
async function readExcerpt(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= EXCERPT_CHARS) break
    }
  } catch {
    // It is only for the message: what came of it is told.
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Read to its end where that is near, the connection can be used again. */
async function leave(events: AsyncGenerator<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, FAREWELL_MS)
  await Promise.race([events.next().catch(() => {}), late.promise])
  clearTimeout(timer)
}

async function readText({ body }: HttpStream): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  await readExcerpt(body)
}
