import { monotonicNow, ServidorRechaza } from '@div/contract'
import type { HttpClient } from '../define-servidor.ts'
import type { Autenticacion } from './autenticacion.ts'

type OAuth2 = Extract<Autenticacion, { tipo: 'oauth2' }>

/** Renewed before it ends, so that no call travels with a token that dies on the way. */
const RENEW_BEFORE_MS = 30_000
/** When the answer does not say (RFC 6749, 5.1 only recommends it). */
const DEFAULT_SECONDS = 300

export interface OAuthDeps {
  servidor: string
  http: HttpClient
  tiempoMaximoMs: number
}

/** Client credentials (RFC 6749, 4.4): one token for all calls, asked for once however many wait for it. */
export class OAuthToken {
  readonly #config: OAuth2
  readonly #deps: OAuthDeps
  #token: { text: string; renewAt: number } | null = null
  #asking: Promise<string> | null = null

  constructor(config: OAuth2, deps: OAuthDeps) {
    this.#config = config
    this.#deps = deps
  }

  /** The token of now. Throws ServidorRechaza when the credentials are refused. */
  get(): string | Promise<string> {
    if (this.#token !== null && monotonicNow() < this.#token.renewAt) return this.#token.text
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  /** The other side refused it before its time. */
  forget(text: string): void {
    if (this.#token?.text === text) this.#token = null
  }

  async #ask(): Promise<string> {
    const { urlToken, clienteId, clienteSecreto, alcance, audiencia, credencialesEn } = this.#config
    const { servidor, http, tiempoMaximoMs } = this.#deps
    const url = new URL(urlToken)
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    if (alcance !== '') form.set('scope', alcance)
    if (audiencia !== '') form.set('audience', audiencia)
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    }
    if (credencialesEn === 'cabecera') {
      const pair = `${encodeURIComponent(clienteId)}:${encodeURIComponent(clienteSecreto)}`
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    } else {
      form.set('client_id', clienteId)
      form.set('client_secret', clienteSecreto)
    }
    const { status, body } = await http.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers,
      body: form.toString(),
      tiempoMaximoMs,
    })
    if (status !== 200) {
      throw new ServidorRechaza(
        { servidor, motivo: `su servicio de tokens contestó ${status}` },
        { extra: { estado: status } },
      )
    }
    const { text, seconds } = readAnswer(body) ?? {}
    if (text === undefined)
      throw new ServidorRechaza({ servidor, motivo: 'su servicio de tokens no contestó un token' })
    const lifeMs = (seconds ?? DEFAULT_SECONDS) * 1_000
    // Of a short life half is used, so that it is not renewed at every call.
    this.#token = { text, renewAt: monotonicNow() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2) }
    return text
  }
}

function readAnswer(body: Buffer): { text: string; seconds?: number } | null {
  let answer: unknown
  try {
    answer = JSON.parse(body.toString())
  } catch {
    // Not JSON: there is no token in it.
    return null
  }
  if (typeof answer !== 'object' || answer === null || !('access_token' in answer)) return null
  const { access_token: text } = answer
  if (typeof text !== 'string' || text === '') return null
  const seconds = 'expires_in' in answer ? Number(answer.expires_in) : Number.NaN
  return seconds > 0 ? { text, seconds } : { text }
}
