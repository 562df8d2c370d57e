import { type Limits, ServidorRechaza } from '@div/contract'
import type { ConnectDeps, Connection } from '../define-servidor.ts'
import { HttpService, type PartialRequest } from '../http/http-service.ts'
import type { RestConfig } from './rest-config.ts'

/** One service: its base address, its credentials and what its contract says. */
export class RestConnection extends HttpService implements Connection {
  readonly usable = true
  readonly limits: Limits
  /** Of its contract, as it is stored; empty: it has none. */
  readonly documentos: string
  readonly #rutaPrueba: string

  constructor({ urlBase, rutaPrueba, documentos, ...config }: RestConfig, deps: ConnectDeps) {
    super({ ...config, url: urlBase }, deps)
    this.limits = deps.limits
    this.documentos = documentos
    this.#rutaPrueba = rutaPrueba
  }

  /** The request of a link in an answer; it must stay in this service, whose credentials it would carry. */
  resolveLink(request: PartialRequest, enlace: string): PartialRequest {
    const here = new URL(this.pathOf(request), this.origin)
    const url = URL.canParse(enlace, here.href) ? new URL(enlace, here) : null
    if (url?.origin !== this.origin || !url.pathname.startsWith(`${this.basePath}/`)) {
      throw new ServidorRechaza({
        servidor: this.servidor,
        motivo: `su página siguiente está en otro lugar: «${enlace}»`,
      })
    }
    return { ...request, ruta: url.pathname.slice(this.basePath.length), consulta: url.search.slice(1) }
  }

  async ping(signal: AbortSignal): Promise<undefined> {
    const { status } = await this.request(
      { metodo: 'GET', ruta: this.#rutaPrueba, consulta: '', headers: {}, body: null },
      signal,
    )
    if (status === 401 || status === 403 || status >= 500) {
      throw new ServidorRechaza(
        { servidor: this.servidor, motivo: `contestó ${status} a GET ${this.basePath}${this.#rutaPrueba}` },
        { extra: { estado: status } },
      )
    }
  }
}
