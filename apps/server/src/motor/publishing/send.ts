// The global of this name is a getter, which every answer would go through.
import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROBLEM_TYPE, type Problem } from '../../http/problem.ts'

/** An answer ready for the socket. */
export interface Answer {
  status: number
  contentType: string | null
  headers: Readonly<Record<string, string>>
  payload: string | Buffer
}

/** Names that belong to the transport or to the product, never to a process. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'content-type',
  'content-security-policy',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-content-type-options',
  'x-ejecucion-id',
])
const LATIN_1 = /[\u0080-\u00ff]/
/** Of a body that nobody will read: past it the connection is cut. */
const MAX_DRAINED_BYTES = 16_777_216

/** Sends what a run answered. What could run as a page is confined to an origin of its own (security rule 10). */
export function sendAnswer(
  response: ServerResponse,
  { status, contentType, headers, payload }: Answer,
  { idEjecucion, etag, vary }: { idEjecucion: string | null; etag: string | null; vary: string },
): void {
  const raw: string[] = ['x-content-type-options', 'nosniff', 'vary', vary]
  if (idEjecucion !== null) raw.push('x-ejecucion-id', idEjecucion)
  if (contentType !== null) raw.push('content-type', contentType)
  if (contentType !== null && !contentType.startsWith('application/json')) {
    raw.push('content-security-policy', 'sandbox')
  }
  if (etag !== null) raw.push('etag', etag)
  // Node writes headers in the encoding of a text that follows them; only before bytes are they Latin-1.
  const body = addHeaders(raw, headers) && typeof payload === 'string' ? Buffer.from(payload) : payload
  if (status !== 204 && status !== 304) {
    raw.push('content-length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length))
  }
  response.writeHead(status, raw)
  endSoon(response, body)
}

/** Adds what the process says; whether any of it is beyond ASCII. */
function addHeaders(raw: string[], headers: Answer['headers']): boolean {
  let isLatin1 = false
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || RESERVED.has(name.toLowerCase())) continue
    raw.push(name, value)
    isLatin1 ||= LATIN_1.test(value)
  }
  return isLatin1
}

let ending: { response: ServerResponse; payload: string | Buffer }[] = []

/**
 * Ends the answers of one turn of the event loop together, after all its calls were read. Answering each at once wakes its caller in the
 * middle of the others' work, which costs more than answering: a quarter of the throughput on two cores.
 */
function endSoon(response: ServerResponse, payload: string | Buffer): void {
  if (ending.push({ response, payload }) === 1) setImmediate(endAll)
}

function endAll(): void {
  const ready = ending
  ending = []
  for (const { response, payload } of ready) response.end(payload)
}

export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, retrySeconds }: Problem,
  headers: readonly string[] = [],
): void {
  sendRefusal(request, response, { status, contentType: PROBLEM_TYPE, payload: body, retrySeconds }, headers)
}

/** Says that nothing comes of a call, in whatever words its caller understands. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  {
    status,
    contentType,
    payload,
    retrySeconds,
  }: { status: number; contentType: string; payload: string; retrySeconds: number | null },
  headers: readonly string[],
): void {
  // The caller has gone, or its answer had begun: there is nobody to tell.
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const raw = [
    'content-type',
    contentType,
    'x-content-type-options',
    'nosniff',
    'content-length',
    String(Buffer.byteLength(payload)),
    ...headers,
  ]
  if (retrySeconds !== null) raw.push('retry-after', String(retrySeconds))
  response.writeHead(status, raw)
  response.end(payload)
  drainBody(request)
}

/**
 * Lets go of what nobody will read, as it comes. A caller that is still sending would miss an answer that comes with a reset: it may finish,
 * within bounds.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.readableFlowing) return
  let drained = 0
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) request.destroy()
  })
  request.resume()
}
