import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CanalNoAutorizado, CredencialRechazada, CredencialRequerida } from '@div/contract'
import type { JwtVerifier } from './jwt-verifier.ts'

/** Lets a call in and answers who makes it (for rates and idempotency), or throws. Answers at once when nothing has to be waited for. */
export type AccessCheck = (request: Credentials) => string | Promise<string>

/** Where credentials stand: in the headers of a request, or in headers that say the same. */
export type Credentials = Pick<IncomingMessage, 'headers'>

/** What verifies a token made on /tokens. */
export interface TokenVerifier {
  /** Null: unknown, expired or revoked. */
  verify(token: string): TokenGrant | null | Promise<TokenGrant | null>
}
export interface TokenGrant {
  id: string
  /** Null: every canal. */
  canales: readonly string[] | null
  /** The tools of MCP that it may use. */
  capacidades: readonly string[]
}

/** An access as it is opened from the canal: the password of `basico` in the clear. */
export type AccesoAbierto =
  | { tipo: 'publico' }
  | { tipo: 'token' }
  | { tipo: 'basico'; usuario: string; contrasena: string }
  | { tipo: 'jwt'; verifier: JwtVerifier }
  | { tipo: 'firma' }

const ANYONE = ''

export function compileAccess(
  acceso: AccesoAbierto,
  { canalId, tokens }: { canalId: string; tokens: TokenVerifier },
): AccessCheck {
  switch (acceso.tipo) {
    case 'publico':
      return () => ANYONE
    case 'token':
      return compileTokenAccess(canalId, tokens)
    case 'basico':
      return compileBasicAccess(acceso)
    // It stands in the envelope (`soap/check-security`), and nowhere else.
    case 'firma':
      return () => {
        throw new CredencialRequerida({ modo: 'un sobre firmado (WS-Security X.509)' })
      }
    case 'jwt': {
      const { verifier } = acceso
      return (request) => verifier.verify(requireBearer(request, 'un token JWT en Authorization: Bearer'))
    }
  }
}

/** The challenge of a 401 (RFC 9110, 11.6.1). */
export function challengeOf(tipo: AccesoAbierto['tipo']): string {
  if (tipo === 'firma') return 'WSSE realm="canal"'
  return tipo === 'basico' ? 'Basic realm="canal", charset="UTF-8"' : 'Bearer realm="canal"'
}

function compileTokenAccess(canalId: string, tokens: TokenVerifier): AccessCheck {
  const admit = (grant: TokenGrant | null): string => {
    if (!grant) throw new CredencialRechazada()
    if (grant.canales && !grant.canales.includes(canalId)) throw new CanalNoAutorizado()
    return grant.id
  }
  return (request) => {
    const grant = tokens.verify(readToken(request))
    return grant instanceof Promise ? grant.then(admit) : admit(grant)
  }
}

/** The token that a call brings. Throws CredencialRequerida. */
export function readToken(request: Credentials): string {
  const key = request.headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  return requireBearer(request, 'un token en Authorization: Bearer o en X-API-Key')
}

function compileBasicAccess({ usuario, contrasena }: { usuario: string; contrasena: string }): AccessCheck {
  const expected = digest(`${usuario}:${contrasena}`)
  return (request) => {
    const credentials = readScheme(request, 'basic')
    if (credentials === null) throw new CredencialRequerida({ modo: 'usuario y contraseña (Basic)' })
    // Digests have one length: the comparison takes the same time whatever was sent.
    if (!timingSafeEqual(digest(Buffer.from(credentials, 'base64')), expected))
      throw new CredencialRechazada()
    return usuario
  }
}

function requireBearer(request: Credentials, modo: string): string {
  const token = readScheme(request, 'bearer')
  if (token === null) throw new CredencialRequerida({ modo })
  return token
}

/** The credentials of the Authorization header when it has the scheme (compared without case, RFC 9110, 11.1). */
function readScheme({ headers }: Credentials, scheme: string): string | null {
  const { authorization } = headers
  if (authorization === undefined) return null
  const space = authorization.indexOf(' ')
  if (authorization.slice(0, space).toLowerCase() !== scheme) return null
  const credentials = authorization.slice(space + 1).trim()
  return credentials === '' ? null : credentials
}

function digest(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}
