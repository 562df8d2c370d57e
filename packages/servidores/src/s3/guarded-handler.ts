import { Readable } from 'node:stream'
import type { HttpClient } from '../define-servidor.ts'

/** What the SDK gives whoever sends its requests. */
interface SdkRequest {
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** Set by HTTP itself, from what is sent. */
const OWN_HEADERS = new Set(['host', 'content-length', 'expect'])

/** How the SDK reaches the network: through the guarded client and nothing else (security rule 8). */
export function createGuardedHandler(http: HttpClient, tiempoMaximoMs: number) {
  return {
    async handle(
      { protocol, hostname, port, path, query = {}, method, headers, body = '' }: SdkRequest,
      { abortSignal }: { abortSignal?: AbortSignal } = {},
    ) {
      const {
        status,
        headers: answered,
        body: bytes,
      } = await http.request({
        origin: `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`,
        path: `${path}${writeQuery(query)}`,
        method,
        headers: {
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))),
          // What is stored packed is given as it is stored: its pieces are counted in these bytes.
          'accept-encoding': 'identity',
        },
        body: body.length === 0 ? null : body,
        ...(abortSignal && { signal: abortSignal }),
        tiempoMaximoMs,
      })
      return {
        response: {
          statusCode: status,
          headers: Object.fromEntries(Object.entries(answered).map(([name, value]) => [name, String(value)])),
          body: Readable.from(bytes.length === 0 ? [] : [bytes]),
        },
      }
    },
    destroy() {},
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  }
}

function writeQuery(query: Record<string, string | string[] | null>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((each) => [name, each] as const) : [[name, value ?? ''] as const],
  )
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`).join('&')}`
}

/** As RFC 3986 has it, and as signatures are made of it. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
