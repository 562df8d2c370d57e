import { type Limits, ServidorRechaza } from '@div/contract'
import type { ConnectDeps, Connection, HttpClient, HttpResponse } from '../define-servidor.ts'
import type { PartialRequest } from './compile-request.ts'
import { OAuthToken } from './oauth-token.ts'
import type { RestConfig } from './rest-config.ts'

const MAX_SOCKETS = 128

/** One service: its base address, credentials and kept-alive sockets. */
export class RestConnection implements Connection {
  readonly usable = true
  readonly servidor: string
  readonly origin: string
  readonly limits: Limits
  readonly #basePath: string
  readonly #headers: Readonly<Record<string, string>>
  /** Of an API key that travels in the query. */
  readonly #query: string
  readonly #oauth: OAuthToken | null
  readonly #http: HttpClient
  readonly #rutaPrueba: string
  readonly #tiempoMaximoMs: number

  constructor(config: RestConfig, { servidor, red, tiempoMaximoMs, limits }: ConnectDeps) {
    const { urlBase, autenticacion, cabeceras, tls, rutaPrueba } = config
    const url = new URL(urlBase)
    this.servidor = servidor
    this.limits = limits
    this.origin = url.origin
    this.#basePath = url.pathname.replace(/\/$/, '')
    this.#rutaPrueba = rutaPrueba
    this.#tiempoMaximoMs = tiempoMaximoMs
    this.#http = red.openHttp({
      maxSockets: MAX_SOCKETS,
      tls: {
        ...(tls.ca && { ca: tls.ca }),
        ...(tls.certificado && { cert: tls.certificado }),
        ...(tls.clave && { key: tls.clave }),
      },
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
    const path = this.#pathOf(partial)
    if (this.#oauth === null) return this.#send(partial, path, null, signal)
    const token = await this.#oauth.get()
    const response = await this.#send(partial, path, token, signal)
    if (response.status !== 401) return response
    // Revoked before its time: once more with a new one. A 401 means that nothing was done.
    this.#oauth.forget(token)
    return this.#send(partial, path, await this.#oauth.get(), signal)
  }

  /** The request of a link in an answer; it must stay in this service, whose credentials it would carry. */
  resolveLink(request: PartialRequest, enlace: string): PartialRequest {
    const here = new URL(this.#pathOf(request), this.origin)
    const url = URL.canParse(enlace, here.href) ? new URL(enlace, here) : null
    if (url?.origin !== this.origin || !url.pathname.startsWith(`${this.#basePath}/`)) {
      throw new ServidorRechaza({
        servidor: this.servidor,
        motivo: `su página siguiente está en otro lugar: «${enlace}»`,
      })
    }
    return { ...request, ruta: url.pathname.slice(this.#basePath.length), consulta: url.search.slice(1) }
  }

  async ping(signal: AbortSignal): Promise<undefined> {
    const { status } = await this.request(
      { metodo: 'GET', ruta: this.#rutaPrueba, consulta: '', headers: {}, body: null },
      signal,
    )
    if (status === 401 || status === 403 || status >= 500) {
      throw new ServidorRechaza(
        { servidor: this.servidor, motivo: `contestó ${status} a GET ${this.#basePath}${this.#rutaPrueba}` },
        { extra: { estado: status } },
      )
    }
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  #send(
    { metodo, headers, body }: PartialRequest,
    path: string,
    token: string | null,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    return this.#http.request({
      origin: this.origin,
      path,
      method: metodo,
      headers: { ...this.#headers, ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
      body,
      signal,
      tiempoMaximoMs: this.#tiempoMaximoMs,
    })
  }

  #pathOf({ ruta, consulta }: PartialRequest): string {
    const path = `${this.#basePath}${ruta}` || '/'
    if (this.#query === '') return consulta === '' ? path : `${path}?${consulta}`
    return `${path}?${consulta === '' ? '' : `${consulta}&`}${this.#query}`
  }
}

function credentialsOf(autenticacion: RestConfig['autenticacion']): {
  headers: Record<string, string>
  query: string
} {
  switch (autenticacion.tipo) {
    case 'basico': {
      const { usuario, contrasena } = autenticacion
      const pair = Buffer.from(`${usuario}:${contrasena}`).toString('base64')
      return { headers: { authorization: `Basic ${pair}` }, query: '' }
    }
    case 'bearer':
      return { headers: { authorization: `Bearer ${autenticacion.token}` }, query: '' }
    case 'apiKey': {
      const { lugar, nombre, clave } = autenticacion
      return lugar === 'cabecera'
        ? { headers: { [nombre]: clave }, query: '' }
        : { headers: {}, query: `${encodeURIComponent(nombre)}=${encodeURIComponent(clave)}` }
    }
    default:
      return { headers: {}, query: '' }
  }
}
