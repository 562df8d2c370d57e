import type { HttpResponse } from '../define-servidor.ts'
import type { HttpService } from '../http/http-service.ts'

/** What the service itself puts into each request; a library that was told no key would send one of its own. */
const CREDENTIALS = ['authorization', 'x-api-key']
/** Statuses whose Response may carry no body (Fetch, 2.2.3). */
const EMPTY = new Set([204, 205, 304])

/** `fetch` for a library that speaks to one service: through the guarded network, with the credentials that only the connection knows. */
export function createFetch(http: HttpService): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const body = init?.body ?? null
    if (body !== null && typeof body !== 'string') throw new TypeError('only texts are sent to a model')
    const headers = new Headers(init?.headers)
    for (const name of CREDENTIALS) headers.delete(name)
    const request = {
      metodo: init?.method ?? 'GET',
      ruta: url.pathname.slice(http.basePath.length),
      consulta: url.search.slice(1),
      headers: Object.fromEntries(headers),
      body,
    }
    const signal = init?.signal ?? NEVER
    if (headers.get('accept') === STREAMS) {
      const { status, headers: told, body: pieces } = await http.stream(request, signal)
      return new Response(EMPTY.has(status) ? null : ReadableStream.from(pieces), {
        status,
        headers: listHeaders(told),
      })
    }
    const { status, headers: told, body: answered } = await http.request(request, signal)
    return new Response(EMPTY.has(status) ? null : new Uint8Array(answered), {
      status,
      headers: listHeaders(told),
    })
  }
}

/** What a call accepts whose answer is read while it comes: what OpenAI and Anthropic send, and what Ollama does. */
export const STREAMS = 'text/event-stream, application/x-ndjson'

/** Without those that speak of the bytes on the wire: the body is already unpacked. */
function listHeaders(told: HttpResponse['headers']): [string, string][] {
  return Object.entries(told).flatMap(([name, value]) =>
    name === 'content-encoding' || name === 'content-length'
      ? []
      : [value].flat().map((each): [string, string] => [name, each]),
  )
}

const NEVER = new AbortController().signal
