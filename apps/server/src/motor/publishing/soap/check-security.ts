import { createHash, type X509Certificate } from 'node:crypto'
import { CredencialRechazada, type Limits, SeguridadRechazada } from '@div/contract'
import {
  checkTimes,
  matchesDigest,
  NONCE_MEMORY_MS,
  type PasswordDigest,
  type Security,
  type UsernameToken,
  type Verified,
  verifySignature,
} from '@div/soap'
import type { Credentials } from '../access.ts'
import type { CanalGate } from '../canal-gate.ts'
import type { IdempotencyStore } from '../idempotency.ts'
import type { SoapCanal } from './soap-canal.ts'

/** Throws SeguridadRechazada for a Timestamp that is over, or not yet. */
export function checkTimestamp({ timestamp }: Pick<Security, 'timestamp'>, nowMs: number): void {
  const motivo = timestamp && checkTimes(timestamp, nowMs)
  if (motivo) throw new SeguridadRechazada({ motivo: `el Timestamp ${motivo}` })
}

/**
 * Who calls, by the UsernameToken of the envelope. A password in text says what a header of HTTP would: of a canal whose calls bring a
 * token, the token stands in its place. Throws as the access of the canal does.
 */
export function identifyByToken(
  token: UsernameToken,
  { soap, idempotency, nowMs }: { soap: SoapCanal; idempotency: IdempotencyStore; nowMs: number },
): string | Promise<string> {
  const { gate } = soap
  if (token.digest === null) return gate.access(asHeaders(token, gate))
  const { basico } = gate
  // Of a token only its hash is kept, and nobody but its issuer knows a JWT: neither has a digest that could be compared.
  if (!basico)
    throw new SeguridadRechazada({ motivo: 'este canal pide la contraseña como PasswordText, sobre TLS' })
  const motivo = checkTimes({ created: token.digest.created, expires: null }, nowMs)
  if (motivo) throw new SeguridadRechazada({ motivo: `el UsernameToken ${motivo}` })
  const isRight = matchesDigest(token.digest, basico.contrasena) && token.usuario === basico.usuario
  if (!isRight) throw new CredencialRechazada()
  return refuseReplay(token, token.digest, { soap, idempotency })
}

function asHeaders(
  { usuario, contrasena }: Extract<UsernameToken, { digest: null }>,
  { acceso }: CanalGate,
): Credentials {
  if (acceso === 'token') return { headers: { 'x-api-key': contrasena } }
  const authorization =
    acceso === 'jwt'
      ? `Bearer ${contrasena}`
      : `Basic ${Buffer.from(`${usuario}:${contrasena}`).toString('base64')}`
  return { headers: { authorization } }
}

/** Who signed the message, of which from now on only what was signed counts. Throws as the access of the canal does. */
export async function identifyBySignature(
  text: string,
  message: Parameters<typeof verifySignature>[1],
  {
    soap,
    idempotency,
    limits,
    trusted,
    nowMs,
  }: {
    soap: SoapCanal
    idempotency: IdempotencyStore
    limits: Limits
    trusted: readonly X509Certificate[]
    nowMs: number
  },
): Promise<Verified> {
  const refuse = (motivo: string, cause?: unknown): never => {
    throw new SeguridadRechazada({ motivo }, { cause })
  }
  const verified = await verifySignature(text, message, { limits, trusted, nowMs, refuse })
  if (verified.timestamp.created === null) refuse('el Timestamp no dice de cuándo es')
  checkTimestamp(verified, nowMs)
  const isFirst = await isFirstTime(verified.value, { soap, idempotency })
  return isFirst ? verified : refuse('esta firma ya se usó')
}

/** The same nonce never counts twice (UsernameToken Profile 1.0, 4), whichever worker gets it. */
async function refuseReplay(
  { usuario }: UsernameToken,
  { nonce, created }: PasswordDigest,
  deps: { soap: SoapCanal; idempotency: IdempotencyStore },
): Promise<string> {
  const isFirst = await isFirstTime(`${nonce.toString('base64')} ${created}`, deps)
  if (!isFirst) throw new SeguridadRechazada({ motivo: 'su Nonce ya se usó' })
  return usuario
}

function isFirstTime(
  what: string,
  { soap: { canalId, tiempoMaximoMs }, idempotency }: { soap: SoapCanal; idempotency: IdempotencyStore },
): Promise<boolean> {
  const clave = `nonce ${createHash('sha256').update(what).digest('hex')}`
  return idempotency.isFirst({ canalId, clave, recuerdoMs: NONCE_MEMORY_MS, tiempoMaximoMs })
}
