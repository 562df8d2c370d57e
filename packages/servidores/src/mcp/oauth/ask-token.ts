import { type OAuthDeps, refuseOAuth, send, textOf } from './oauth-http.ts'

/** A client as it is known to who gives out tokens; without a secret it is told by its name alone. */
export interface ClienteOAuth {
  id: string
  secreto: string
  metodo: 'client_secret_basic' | 'client_secret_post'
}

export interface Tokens {
  token: string
  /** Null: nobody renews it. */
  renovacion: string | null
  /** By the clock of this product, in milliseconds. */
  venceEn: number
  /** How long it lives in all; absent: of before that was kept. */
  vidaMs?: number
}

/** When the answer does not say (RFC 6749, 5.1 only recommends it). */
const DEFAULT_SECONDS = 300
/** A year: what says that it lives longer is asked once a year whether it does. */
const MAX_SECONDS = 31_536_000

/** What was given before is worth nothing any more (RFC 6749, 5.2). */
export class ConcesionTerminada extends Error {}

/** Throws ConcesionTerminada, or ServidorRechaza. */
export async function askToken(
  { urlToken, cliente, form }: { urlToken: string; cliente: ClienteOAuth; form: Record<string, string> },
  deps: OAuthDeps,
): Promise<Tokens> {
  const body = new URLSearchParams(Object.entries(form).filter(([, value]) => value !== ''))
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (cliente.secreto !== '' && cliente.metodo === 'client_secret_basic') {
    const pair = `${encodeURIComponent(cliente.id)}:${encodeURIComponent(cliente.secreto)}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  } else {
    body.set('client_id', cliente.id)
    if (cliente.secreto !== '') body.set('client_secret', cliente.secreto)
  }
  const answer = await send(deps, { url: urlToken, method: 'POST', headers, body: body.toString() })
  const told = answer.body ?? {}
  if (textOf(told.error) === 'invalid_grant') throw new ConcesionTerminada()
  const token = textOf(told.access_token)
  if (answer.status !== 200 || token === '') {
    const why = textOf(told.error)
    throw refuseOAuth(
      deps,
      `su servicio de tokens contestó ${answer.status}${why === '' ? '' : ` (${why.slice(0, 100)})`}`,
    )
  }
  if (textOf(told.token_type).toLowerCase() !== 'bearer')
    throw refuseOAuth(deps, 'su servicio de tokens no da tokens Bearer')
  const seconds = Number(told.expires_in)
  const vidaMs = Math.min(seconds > 0 ? seconds : DEFAULT_SECONDS, MAX_SECONDS) * 1_000
  return {
    token,
    renovacion: textOf(told.refresh_token) || null,
    venceEn: Date.now() + vidaMs,
    vidaMs,
  }
}

export function metodoOf(metodos: readonly string[]): ClienteOAuth['metodo'] {
  return metodos.includes('client_secret_basic') || !metodos.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post'
}
