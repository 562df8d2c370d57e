import { CredencialRechazada, ServidorNoResponde } from '@div/contract'
import type { Red } from '@div/servidores'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'

/** Asymmetric signatures only: with a shared secret whoever verifies could also sign, and `none` is no signature. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const CLOCK_TOLERANCE_SECONDS = 5
const KEYS_TIMEOUT_MS = 5_000
const KEYS_COOLDOWN_MS = 30_000
const KEYS_MAX_AGE_MS = 600_000

export interface JwtVerifier {
  /** The subject. Throws CredencialRechazada, or ServidorNoResponde when the issuer's keys cannot be had. */
  verify(token: string): Promise<string>
}

/** Verifies tokens of one issuer against its published keys, which are fetched through the guarded network and kept. */
export function createJwtVerifier(
  { emisor, jwks, audiencia }: { emisor: string; jwks: string; audiencia?: string | undefined },
  red: Pick<Red, 'fetch'>,
): JwtVerifier {
  const keys = createRemoteJWKSet(new URL(jwks), {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    [customFetch]: async (url, { method, headers, redirect, signal }) => {
      const answer = await red.fetch(url, {
        method,
        redirect,
        signal,
        headers: Object.fromEntries(headers.entries()),
      })
      return new Response(await answer.arrayBuffer(), {
        status: answer.status,
        headers: Object.fromEntries(answer.headers.entries()),
      })
    },
  })
  const options = {
    issuer: emisor,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['exp'],
    ...(audiencia === undefined ? {} : { audience: audiencia }),
  }

  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, options)
        return payload.sub ?? ''
      } catch (cause) {
        // Which check failed is the caller's secret to guess; that the keys cannot be had is not the caller's fault.
        if (cause instanceof errors.JOSEError && !isKeysFailure(cause)) {
          throw new CredencialRechazada(undefined, { cause })
        }
        throw new ServidorNoResponde(
          { servidor: emisor, motivo: 'no se obtuvieron sus claves (JWKS)' },
          { cause },
        )
      }
    },
  }
}

/** A plain JOSEError is how jose tells of an answer other than 200 or of one that is not JSON. */
function isKeysFailure(error: errors.JOSEError): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  )
}
