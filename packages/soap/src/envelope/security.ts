import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto'
import { escapeXml } from '@div/contract'
import { X509_V3 } from '../signature/algorithms.ts'
import { CERTIFICATE_ID } from '../signature/sign-envelope.ts'
import { SECURITY, SECURITY_UTILITY } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { type Envelope, isForReceiver, mustBeUnderstood } from './envelope.ts'

const PROFILE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'
const TEXT = `${PROFILE}#PasswordText`
const DIGEST = `${PROFILE}#PasswordDigest`
const BASE64 =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary'

/** Who calls (UsernameToken Profile 1.0, 3.1). */
export type UsernameToken =
  | { usuario: string; contrasena: string; digest: null }
  | { usuario: string; contrasena: null; digest: PasswordDigest }

export interface PasswordDigest {
  value: string
  nonce: Buffer
  created: string
}

export interface Security {
  token: UsernameToken | null
  /** From when and until when the message counts (WS-Security 1.0, 10). */
  timestamp: { created: string | null; expires: string | null } | null
  /** What of it has to be understood and is none of these. */
  others: readonly XmlNode[]
}

/** The one for who answers; null: there is none. */
export function findSecurity(
  { version, headers }: Pick<Envelope, 'version' | 'headers'>,
  refuse: (motivo: string) => never,
): XmlNode | null {
  const own = headers.filter(
    (header) => header.local === 'Security' && header.uri === SECURITY && isForReceiver(version, header),
  )
  return own.length > 1 ? refuse('hay más de una cabecera Security') : (own[0] ?? null)
}

/** The header for who answers; null: there is none. Throws what `refuse` throws when it is not well formed. */
export function readSecurity(
  { version, headers }: Pick<Envelope, 'version' | 'headers'>,
  refuse: (motivo: string) => never,
): Security | null {
  const header = findSecurity({ version, headers }, refuse)
  if (!header) return null
  const only = (local: string, uri: string) => {
    const [first, ...more] = header.children.filter((child) => child.local === local && child.uri === uri)
    return more.length > 0 ? refuse(`hay más de un ${local}`) : first
  }
  const token = only('UsernameToken', SECURITY)
  const stamp = only('Timestamp', SECURITY_UTILITY)
  const isMust = mustBeUnderstood(version, header)
  return {
    token: token ? readToken(token, refuse) : null,
    timestamp: stamp ? { created: textIn(stamp, 'Created'), expires: textIn(stamp, 'Expires') } : null,
    others: isMust ? header.children.filter((child) => child !== token && child !== stamp) : [],
  }
}

function readToken(token: XmlNode, refuse: (motivo: string) => never): UsernameToken {
  const usuario = textIn(token, 'Username')
  const password = token.children.find(({ local }) => local === 'Password')
  if (usuario === null || !password) return refuse('al UsernameToken le falta Username o Password')
  const type = password.attributes.get('Type') ?? TEXT
  if (type === TEXT) return { usuario, contrasena: password.text, digest: null }
  if (type !== DIGEST) return refuse(`no se conoce el tipo de contraseña ${type}`)
  const nonce = textIn(token, 'Nonce')
  const created = textIn(token, 'Created')
  if (nonce === null || created === null) return refuse('un PasswordDigest necesita Nonce y Created')
  const digest = { value: password.text.trim(), nonce: Buffer.from(nonce, 'base64'), created }
  return { usuario, contrasena: null, digest }
}

function textIn({ children }: XmlNode, local: string): string | null {
  return children.find((child) => child.local === local)?.text.trim() ?? null
}

/** Base64(SHA-1(nonce + created + password)); profile, 3.1. Compared in constant time. */
export function matchesDigest({ value, nonce, created }: PasswordDigest, contrasena: string): boolean {
  const given = Buffer.from(value, 'base64')
  const expected = digestOf(contrasena, { nonce, created })
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function digestOf(contrasena: string, { nonce, created }: Pick<PasswordDigest, 'nonce' | 'created'>): Buffer {
  return createHash('sha1').update(nonce).update(created).update(contrasena).digest()
}

/** Clocks of two systems differ by no more than this. */
const SKEW_MS = 300_000

/** Why the times of a message are refused, in Spanish; null: they are in order. What says no end counts for `SKEW_MS`. */
export function checkTimes(
  { created, expires }: { created: string | null; expires: string | null },
  nowMs: number,
): string | null {
  const from = created === null ? nowMs : Date.parse(created)
  const until = expires === null ? from : Date.parse(expires)
  if (Number.isNaN(from) || Number.isNaN(until)) return 'sus fechas no se entienden'
  if (from > nowMs + SKEW_MS) return 'está fechado en el futuro'
  // Whatever it says itself: what came once is not remembered for longer.
  return Math.min(until + SKEW_MS, from + 2 * SKEW_MS) < nowMs ? 'está vencido' : null
}

/** For how long what came once must be remembered: after it, it is refused as too old. */
export const NONCE_MEMORY_MS = 3 * SKEW_MS

export interface SecurityToWrite {
  usuario?: { usuario: string; contrasena: string; tipo: 'texto' | 'digest' }
  /** Milliseconds for which the message counts. */
  vigenciaMs?: number
  /** With which it will be signed. */
  certificado?: X509Certificate
  nonce: Buffer
  nowMs: number
}

/** The header that says who calls. */
export function writeSecurity({ usuario, vigenciaMs, certificado, nonce, nowMs }: SecurityToWrite): string {
  const created = new Date(nowMs).toISOString()
  const stamp =
    vigenciaMs === undefined
      ? ''
      : `<wsu:Timestamp wsu:Id="TS-1"><wsu:Created>${created}</wsu:Created><wsu:Expires>${new Date(nowMs + vigenciaMs).toISOString()}</wsu:Expires></wsu:Timestamp>`
  const token = usuario ? writeToken(usuario, { nonce, created }) : ''
  return `<wsse:Security xmlns:wsse="${SECURITY}" xmlns:wsu="${SECURITY_UTILITY}" soap:mustUnderstand="1">${certificado ? writeCertificate(certificado) : ''}${stamp}${token}</wsse:Security>`
}

function writeCertificate({ raw }: X509Certificate): string {
  return `<wsse:BinarySecurityToken wsu:Id="${CERTIFICATE_ID}" EncodingType="${BASE64}" ValueType="${X509_V3}">${raw.toString('base64')}</wsse:BinarySecurityToken>`
}

function writeToken(
  { usuario, contrasena, tipo }: NonNullable<SecurityToWrite['usuario']>,
  made: Pick<PasswordDigest, 'nonce' | 'created'>,
): string {
  const password =
    tipo === 'texto'
      ? `<wsse:Password Type="${TEXT}">${escapeXml(contrasena)}</wsse:Password>`
      : `<wsse:Password Type="${DIGEST}">${digestOf(contrasena, made).toString('base64')}</wsse:Password>`
  return (
    `<wsse:UsernameToken wsu:Id="UT-1"><wsse:Username>${escapeXml(usuario)}</wsse:Username>${password}` +
    `<wsse:Nonce EncodingType="${BASE64}">${made.nonce.toString('base64')}</wsse:Nonce>` +
    `<wsu:Created>${made.created}</wsu:Created></wsse:UsernameToken>`
  )
}
