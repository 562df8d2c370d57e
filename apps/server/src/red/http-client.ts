import { AppError, DatosInvalidos, ServidorNoResponde, ServidorRechaza, TiempoAgotado } from '@div/contract'
import type { HttpClient, HttpOptions, HttpRequest, HttpResponse, HttpStream } from '@div/servidores'
import { Agent, type Dispatcher } from 'undici'
import { describeCause } from './describe-cause.ts'
import { createGuardedConnector } from './guarded-connector.ts'
import { ACCEPT_ENCODING, boundBody, readBody, refusePacked } from './read-body.ts'
import { followRedirect, isRedirect } from './redirect.ts'
import type { Direccion } from './resolve-host.ts'

export interface HttpClientDeps extends HttpOptions {
  servidor: string
  resolve(host: string): Promise<readonly [Direccion, ...Direccion[]]>
  connectMs: number
  maximoBytes: number
  maxRedirects: number
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])
const BAD_ARGUMENT = 'UND_ERR_INVALID_ARG'

export function createHttpClient(deps: HttpClientDeps): HttpClient {
  const { servidor, maximoBytes, maxRedirects } = deps
  const agent = new Agent({
    connections: deps.maxSockets,
    pipelining: 1,
    connect: createGuardedConnector({
      resolve: deps.resolve,
      timeoutMs: deps.connectMs,
      ...(deps.tls && { tls: deps.tls }),
      ...(deps.onConnected && { onConnected: deps.onConnected }),
    }),
  })

  async function send(request: HttpRequest): Promise<Dispatcher.ResponseData> {
    const { origin, path, method, headers, body, signal, tiempoMaximoMs } = request
    try {
      return await agent.request({
        origin,
        path,
        // Any token is a method to undici; its type lists the common ones.
        method: method as Dispatcher.HttpMethod,
        headers: 'accept-encoding' in headers ? headers : { 'accept-encoding': ACCEPT_ENCODING, ...headers },
        body: body ?? null,
        signal: signal ?? null,
        headersTimeout: tiempoMaximoMs,
        bodyTimeout: tiempoMaximoMs,
      })
    } catch (cause) {
      throw translate(cause, request)
    }
  }

  function translate(cause: unknown, { origin, signal, tiempoMaximoMs }: HttpRequest): unknown {
    if (signal?.aborted) return signal.reason
    if (cause instanceof AppError) return cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === BAD_ARGUMENT) {
      return new DatosInvalidos(undefined, {
        cause,
        errores: [
          { campo: 'cabeceras', mensaje: 'Una cabecera o la ruta tiene caracteres que HTTP no admite.' },
        ],
      })
    }
    if (TIMEOUTS.has(code)) {
      return new TiempoAgotado({ que: `La petición a ${origin}`, limiteMs: tiempoMaximoMs }, { cause })
    }
    return new ServidorNoResponde({ servidor, motivo: `${origin}: ${describeCause(cause)}` }, { cause })
  }

  async function read(request: HttpRequest, response: Dispatcher.ResponseData): Promise<HttpResponse> {
    const { statusCode: status, headers } = response
    try {
      const body = await readBody(response.body, headers['content-encoding'], { servidor, maximoBytes })
      return { status, headers: withoutUndefined(headers), body }
    } catch (cause) {
      response.body.destroy()
      throw translate(cause, request)
    }
  }

  async function* pour(request: HttpRequest, body: Dispatcher.ResponseData['body']): AsyncIterable<Buffer> {
    try {
      yield* boundBody(body, { servidor, maximoBytes })
    } catch (cause) {
      throw translate(cause, request)
    } finally {
      body.destroy()
    }
  }

  /** Where the redirects end. */
  async function follow(
    first: HttpRequest,
  ): Promise<{ request: HttpRequest; response: Dispatcher.ResponseData }> {
    let request = first
    for (let redirects = 0; ; redirects++) {
      const response = await send(request)
      request.onHeaders?.()
      const { location } = response.headers
      if (!isRedirect(response.statusCode) || typeof location !== 'string' || maxRedirects === 0) {
        return { request, response }
      }
      // Read to the end so that the socket can be used again; a redirect's body is small.
      await response.body.dump({ limit: 65_536 })
      if (redirects >= maxRedirects) {
        throw new ServidorRechaza({ servidor, motivo: `redirige más de ${maxRedirects} veces` })
      }
      request = redirected(request, { status: response.statusCode, location })
    }
  }

  return {
    async request(first) {
      const { request, response } = await follow(first)
      return read(request, response)
    },
    async stream(first): Promise<HttpStream> {
      const headers = { ...first.headers, 'accept-encoding': 'identity' }
      const { request, response } = await follow({ ...first, headers })
      try {
        refusePacked(response.headers['content-encoding'], servidor)
      } catch (error) {
        response.body.destroy()
        throw error
      }
      return {
        status: response.statusCode,
        headers: withoutUndefined(response.headers),
        body: pour(request, response.body),
      }
    },
    close: () => agent.destroy(),
  }

  function redirected(request: HttpRequest, answer: { status: number; location: string }): HttpRequest {
    const { origin, path, method, headers } = request
    const next = followRedirect({ url: new URL(path, origin), method, headers }, answer)
    if (!next) {
      throw new ServidorRechaza({
        servidor,
        motivo: `redirige a «${answer.location}», que no es una dirección http(s) admitida`,
      })
    }
    const { body = null, ...rest } = request
    if (next.leaves && next.keepsBody && body !== null) {
      throw new ServidorRechaza({
        servidor,
        motivo: `redirige a otro origen, «${next.url.origin}», una petición con cuerpo, que no se envía allí`,
      })
    }
    return {
      ...rest,
      origin: next.url.origin,
      path: `${next.url.pathname}${next.url.search}`,
      method: next.method,
      headers: next.headers,
      body: next.keepsBody ? body : null,
    }
  }
}

function withoutUndefined(headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> {
  const defined: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) defined[name] = value
  return defined
}
