import { isPlainObject } from '@div/contract'
import { type OAuthDeps, refuseOAuth, send, textOf, textsOf } from './oauth-http.ts'

/** Who lets clients of a server in, and how (RFC 9728, RFC 8414; MCP, Authorization). */
export interface Anuncio {
  emisor: string
  urlToken: string
  /** Null: it takes no people there. */
  urlAutorizacion: string | null
  /** Null: clients are made known to it by hand. */
  urlRegistro: string | null
  /** Ways in which a client with a secret may prove itself. */
  metodos: readonly string[]
  /** What tokens are for (RFC 8707). */
  recurso: string
  /** What the server asks for. */
  alcance: string
  /** It says who it is in its answer (RFC 9207). */
  diceEmisor: boolean
  /** It takes codes only from who began (RFC 7636, S256). */
  pkce: boolean
}

/** Throws ServidorRechaza where it does not tell what a client needs to know. */
export async function discoverAutorizacion(url: string, deps: OAuthDeps): Promise<Anuncio> {
  const { metadata, alcance } = await probe(url, deps)
  const resource = await readResource(url, metadata, deps)
  const emisor = resource?.emisor ?? new URL(url).origin
  const told = await readServer(url, emisor, deps)
  return {
    ...told,
    recurso: resource?.recurso ?? withoutFragment(url),
    alcance: alcance || resource?.alcance || '',
  }
}

/** What it says to who brings nothing. */
async function probe(url: string, deps: OAuthDeps): Promise<{ metadata: string; alcance: string }> {
  const { headers } = await send(deps, {
    url,
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  const challenge = [headers['www-authenticate'] ?? ''].flat().join(', ')
  return { metadata: paramOf(challenge, 'resource_metadata'), alcance: paramOf(challenge, 'scope') }
}

/** Of a challenge (RFC 9110, 11.6.1). */
function paramOf(challenge: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(challenge)?.[1] ?? ''
}

async function readResource(
  url: string,
  told: string,
  deps: OAuthDeps,
): Promise<{ emisor: string; recurso: string; alcance: string } | null> {
  const { origin, pathname } = new URL(url)
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '')
  const usual = `${origin}/.well-known/oauth-protected-resource`
  // What is read on the way to a server of TLS without it could be anybody's.
  for (const place of isSafe(told, url) ? [told] : new Set([`${usual}${path}`, usual])) {
    const { status, body } = await send(deps, { url: place, method: 'GET' })
    if (status !== 200 || !body) continue
    const recurso = textOf(body.resource)
    if (!isWithin(url, recurso)) throw refuseOAuth(deps, 'anuncia la autorización de otro recurso')
    const [emisor = ''] = textsOf(body.authorization_servers)
    if (!isSafe(emisor, url)) throw refuseOAuth(deps, 'no anuncia quién autoriza, o no lo anuncia por https')
    return { emisor, recurso, alcance: textsOf(body.scopes_supported).join(' ') }
  }
  return null
}

async function readServer(
  url: string,
  emisor: string,
  deps: OAuthDeps,
): Promise<Omit<Anuncio, 'recurso' | 'alcance'>> {
  for (const place of placesOf(emisor)) {
    const { status, body } = await send(deps, { url: place, method: 'GET' })
    if (status !== 200 || !isPlainObject(body)) continue
    // Who answers under one name for another would be given its codes (RFC 8414, 3.3).
    if (trim(textOf(body.issuer)) !== trim(emisor)) throw refuseOAuth(deps, 'quien autoriza dice ser otro')
    const endpoint = (name: string): string | null => {
      const address = textOf(body[name])
      return isSafe(address, url) ? address : null
    }
    const urlToken = endpoint('token_endpoint')
    if (urlToken === null)
      throw refuseOAuth(deps, 'quien autoriza no dice dónde se piden los tokens por https')
    return {
      emisor: textOf(body.issuer),
      urlToken,
      urlAutorizacion: endpoint('authorization_endpoint'),
      urlRegistro: endpoint('registration_endpoint'),
      metodos: textsOf(body.token_endpoint_auth_methods_supported),
      diceEmisor: body.authorization_response_iss_parameter_supported === true,
      pkce: textsOf(body.code_challenge_methods_supported).includes('S256'),
    }
  }
  throw refuseOAuth(deps, 'no anuncia cómo se le pide autorización (OAuth 2.1)')
}

/** MCP, Authorization Server Metadata Discovery. */
function placesOf(emisor: string): string[] {
  const { origin, pathname } = new URL(emisor)
  const path = trim(pathname)
  if (path === '')
    return ['oauth-authorization-server', 'openid-configuration'].map(
      (name) => `${origin}/.well-known/${name}`,
    )
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

const trim = (text: string): string => text.replace(/\/$/, '')

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Tokens and codes travel over TLS, except where the server itself is reached without. */
function isSafe(address: string, url: string): boolean {
  return isHttp(address) && (address.startsWith('https:') || url.startsWith('http:'))
}

/** Whether what tokens are for holds this address. */
function isWithin(url: string, recurso: string): boolean {
  if (!isHttp(recurso)) return false
  const [asked, told] = [new URL(url), new URL(recurso)]
  const path = (place: URL) => `${trim(place.pathname)}/`
  return asked.origin === told.origin && path(asked).startsWith(path(told))
}

function withoutFragment(url: string): string {
  const address = new URL(url)
  address.hash = ''
  return address.href
}
