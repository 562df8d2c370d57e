import type { ConnectDeps, Connection } from '../define-servidor.ts'
import { HttpService } from '../http/http-service.ts'
import type { TraceHeaders } from '../trace-headers.ts'
import type { CompiledDocumento } from './compile-documento.ts'
import type { Esquema } from './esquema.ts'
import type { GraphqlConfig } from './graphql-config.ts'
import { postDocumento } from './post-documento.ts'
import { type RespuestaGraphql, readAnswer } from './read-answer.ts'

const PING = JSON.stringify({ query: '{ __typename }' })

interface CallOptions {
  /** What could not be told beside data is no failure. */
  tolerante: boolean
  signal: AbortSignal
  traza: TraceHeaders
}

/** One service: its address, its credentials, and its schema where that is known. */
export class GraphqlConnection implements Connection {
  readonly usable = true
  /** Null: nobody knows it. */
  readonly esquema: Esquema | null
  readonly #lectura: Pick<ConnectDeps, 'servidor' | 'limits'>
  readonly #url: string
  readonly #http: HttpService

  constructor(config: GraphqlConfig, esquema: Esquema | null, deps: ConnectDeps) {
    this.esquema = esquema
    this.#lectura = { servidor: deps.servidor, limits: deps.limits }
    this.#url = config.url
    this.#http = new HttpService(config, deps)
  }

  async call(
    { document, write }: CompiledDocumento,
    valores: Readonly<Record<string, unknown>>,
    { tolerante, signal, traza }: CallOptions,
  ): Promise<RespuestaGraphql> {
    await this.esquema?.check(document)
    const response = await postDocumento(this.#http, this.#url, {
      body: write(valores),
      headers: traza,
      signal,
    })
    return readAnswer(response, { ...this.#lectura, tolerante })
  }

  async ping(signal: AbortSignal): Promise<undefined> {
    const response = await postDocumento(this.#http, this.#url, { body: PING, headers: {}, signal })
    readAnswer(response, { ...this.#lectura, tolerante: false })
  }

  close(): Promise<void> {
    return this.#http.close()
  }
}
