import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { FORMATOS, type Formato } from './testing-formatos.ts'

/** What a model is to answer: a text, calls of tools (`argumentos` as a text: as they stand, malformed), or a refusal. */
export interface Turno {
  texto?: string
  herramientas?: readonly { nombre: string; argumentos: object | string }[]
  negativa?: string
  /** It had more to say. */
  cortado?: boolean
  tokens?: { entrada: number; salida: number }
  /** Instead of all that: what a service, or who stands before it, answers. */
  estado?: number
  cuerpo?: object | string
  cabeceras?: Record<string, string>
  /** Before anything is answered. */
  demoraMs?: number
  /** It is answered once this has come. */
  tras?: Promise<unknown>
  /** A stream ends without a word after so many pieces. */
  cortarTras?: number
  /** After so many pieces it ends in order, as whoever stands between may end it. */
  acabarTras?: number
  /** After so many pieces it says that something went wrong, and ends. */
  problemaTras?: number
  /** Between two pieces of a stream. */
  pausaMs?: number
}

export interface Pedido {
  method: string | undefined
  path: string
  headers: IncomingHttpHeaders
  // Of what a test sends itself; it looks into it as it likes.
  // biome-ignore lint/suspicious/noExplicitAny: the three formats have nothing in common.
  body: any
}

/** A service of models that the tests talk to. It speaks what OpenAI (both its ways), Anthropic and Ollama speak, whole and in streams. */
export interface ProveedorDePrueba {
  origin: string
  seen: Pedido[]
  /** When each piece of the last stream was written, by `performance.now`. */
  wroteAt: readonly number[]
  /** Calls whose caller left before they were answered. */
  abandoned(): number
  /** What the next calls of a model are answered with, each once; then it repeats what it was told. */
  say(...turnos: Turno[]): void
  close(): Promise<void>
}

export const CLAVE = 'llave-de-prueba'
/** What a stream says that went wrong. */
export const QUEJA = 'overloaded, please try again'
/** Those that there are. */
export const MODELOS = ['chico', 'grande', 'texto-embed'] as const

export async function startProveedor(): Promise<ProveedorDePrueba> {
  const seen: Pedido[] = []
  const wroteAt: number[] = []
  let turnos: Turno[] = []
  let abandoned = 0
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned++
    })
    const pedido = await readPedido(request)
    seen.push(pedido)
    const formato = FORMATOS.find(({ paths }) => paths.some((path) => pedido.path.endsWith(path)))
    if (!formato) return answer(response, { estado: 404, cuerpo: '404 page not found' })
    const given = answerWithoutModel(formato, pedido)
    if (given) return answer(response, given)
    const turno = turnos.shift() ?? { texto: `Eco: ${formato.lastMessage(pedido.body)}` }
    await sleep(turno.demoraMs ?? 0)
    await turno.tras
    const { estado, cuerpo, cabeceras } = turno
    if (estado !== undefined)
      return answer(response, { estado, cuerpo: cuerpo ?? formato.problem(estado, 'no'), cabeceras })
    if (pedido.body.stream === true)
      return stream(response, { pieces: formato.stream(turno, pedido.body), formato, turno, wroteAt })
    answer(response, { estado: 200, cuerpo: formato.whole(turno, pedido.body) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    seen,
    wroteAt,
    abandoned: () => abandoned,
    say(...next) {
      turnos = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readPedido(request: IncomingMessage): Promise<Pedido> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  return {
    method: request.method,
    path: pathname,
    headers: request.headers,
    body: text === '' ? {} : JSON.parse(text),
  }
}

interface Respuesta {
  estado: number
  cuerpo: object | string
  cabeceras?: Record<string, string> | undefined
}

/** What no model is asked for: who calls, which models there are, vectors. Null: a model answers. */
function answerWithoutModel(formato: Formato, { method, path, headers, body }: Pedido): Respuesta | null {
  const known: readonly string[] = MODELOS
  const refuse = (estado: number, mensaje: string) => ({ estado, cuerpo: formato.problem(estado, mensaje) })
  if (!formato.admits(headers, CLAVE)) return refuse(401, `Incorrect API key: ${CLAVE.slice(0, 5)}***`)
  if (method === 'GET') return { estado: 200, cuerpo: formato.list(known) }
  if (!known.includes(body.model)) return refuse(404, `model '${body.model}' not found`)
  if (formato.vectores === '' || !path.endsWith(formato.vectores)) return null
  return { estado: 200, cuerpo: formato.embed([body.input].flat().map(vectorOf)) }
}

function answer(response: ServerResponse, { estado, cuerpo, cabeceras }: Respuesta): void {
  const isText = typeof cuerpo === 'string'
  response.writeHead(estado, { 'content-type': isText ? 'text/html' : 'application/json', ...cabeceras })
  response.end(isText ? cuerpo : JSON.stringify(cuerpo))
}

interface Stream {
  pieces: readonly string[]
  formato: Formato
  turno: Turno
  wroteAt: number[]
}

async function stream(response: ServerResponse, { pieces, formato, turno, wroteAt }: Stream): Promise<void> {
  wroteAt.length = 0
  response.writeHead(200, { 'content-type': formato.streamType })
  const { cortarTras, acabarTras, problemaTras } = turno
  for (const piece of pieces.slice(0, cortarTras ?? acabarTras ?? problemaTras)) {
    if (response.destroyed) return
    wroteAt.push(performance.now())
    response.write(piece)
    if (turno.pausaMs !== undefined) await sleep(turno.pausaMs)
  }
  // What was written is still sent.
  if (cortarTras === undefined) response.end(problemaTras === undefined ? '' : formato.streamProblem(QUEJA))
  else setImmediate(() => response.destroy())
}

/** The same text has the same vector, of three numbers. */
function vectorOf(text: string): number[] {
  return [text.length, text.split(' ').length, text.charCodeAt(0) / 100]
}
