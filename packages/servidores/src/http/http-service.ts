import type { ConnectDeps, HttpClient, HttpRequest, HttpResponse, HttpStream } from '../define-servidor.ts'
import { type TlsSettings, tlsOptions } from '../pem.ts'
import type { Autenticacion } from './autenticacion.ts'
import { credentialsOf } from './credentials.ts'
import { OAuthToken } from './oauth-token.ts'

const MAX_SOCKETS = 128

/** The part of a request that whoever calls decides; the service adds its address and credentials. */
export interface PartialRequest {
  metodo: string
  /** Below the base path. */
  ruta: string
  /** Encoded, without `?`. */
  consulta: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

interface Settings {
  url: string
  autenticacion: Autenticacion
  cabeceras: Readonly<Record<string, string>>
  tls: TlsSettings
}

/** One address of HTTP with what lies below it: credentials and kept-alive sockets. */
export class HttpService {
  readonly servidor: string
  readonly origin: string
  readonly basePath: string
  readonly #headers: Readonly<Record<string, string>>
  /** Of an API key that travels in the query. */
  readonly #query: string
  readonly #oauth: OAuthToken | null
  readonly #http: HttpClient
  readonly #tiempoMaximoMs: number

  constructor(
    { url, autenticacion, cabeceras, tls }: Settings,
    { servidor, red, tiempoMaximoMs }: Pick<ConnectDeps, 'servidor' | 'red' | 'tiempoMaximoMs'>,
  ) {
    const base = new URL(url)
    this.servidor = servidor
    this.origin = base.origin
    this.basePath = base.pathname.replace(/\/$/, '')
    this.#tiempoMaximoMs = tiempoMaximoMs
    this.#http = red.openHttp({
      maxSockets: MAX_SOCKETS,
      tls: tlsOptions(tls),
    })
    const { headers, query } = credentialsOf(autenticacion)
    this.#headers = { ...cabeceras, ...headers }
    this.#query = query
    this.#oauth =
      autenticacion.tipo === 'oauth2'
        ? new OAuthToken(autenticacion, { servidor, http: this.#http, tiempoMaximoMs })
        : null
  }

  async request(partial: PartialRequest, signal: AbortSignal): Promise<HttpResponse> {
    const path = this.pathOf(partial)
    if (this.#oauth === null) return this.#send(partial, path, null, signal)
    const token = await this.#oauth.get()
    const response = await this.#send(partial, path, token, signal)
    if (response.status !== 401) return response
    // Revoked before its time: once more with a new one. A 401 means that nothing was done.
    this.#oauth.forget(token)
    return this.#send(partial, path, await this.#oauth.get(), signal)
  }

  /** The same, answered as soon as the answer begins. */
  async stream(partial: PartialRequest, signal: AbortSignal): Promise<HttpStream> {
    const token = this.#oauth === null ? null : await this.#oauth.get()
    return this.#http.stream(this.#complete(partial, { path: this.pathOf(partial), token, signal }))
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  pathOf({ ruta, consulta }: PartialRequest): string {
    const path = `${this.basePath}${ruta}` || '/'
    if (this.#query === '') return consulta === '' ? path : `${path}?${consulta}`
    return `${path}?${consulta === '' ? '' : `${consulta}&`}${this.#query}`
  }

  #send(
    partial: PartialRequest,
    path: string,
    token: string | null,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    return this.#http.request(this.#complete(partial, { path, token, signal }))
  }

  #complete(
    { metodo, headers, body }: PartialRequest,
    { path, token, signal }: { path: string; token: string | null; signal: AbortSignal },
  ): HttpRequest {
    return {
      origin: this.origin,
      path,
      method: metodo,
      headers: {
        ...this.#headers,
        ...headers,
        ...this.#cookies(headers),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body,
      signal,
      tiempoMaximoMs: this.#tiempoMaximoMs,
    }
  }

  /** A key that travels as a cookie stands beside those of the call. */
  #cookies(headers: Readonly<Record<string, string>>): Record<string, string> {
    const own = this.#headers.cookie
    return own === undefined || headers.cookie === undefined ? {} : { cookie: `${own}; ${headers.cookie}` }
  }
}
