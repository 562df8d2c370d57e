import { createHash, randomBytes } from 'node:crypto'

/** What it opens is seen from how it begins: canales, or the administration API. */
const PREFIXES = { token: 'div_', claveDeApi: 'divapi_' } as const
type Kind = keyof typeof PREFIXES

/** 256 bits (security rule 14 asks for 128 at least). */
const BYTES = 32
/** So that a person can tell them apart; the rest still has more than 200 bits. */
const SHOWN_CHARACTERS = 4

export interface BearerSecret {
  /** Shown once. */
  secret: string
  hash: Buffer
  prefijo: string
}

export function newBearerSecret(kind: Kind): BearerSecret {
  const prefix = PREFIXES[kind]
  const secret = prefix + randomBytes(BYTES).toString('base64url')
  return { secret, hash: hashBearer(secret), prefijo: secret.slice(0, prefix.length + SHOWN_CHARACTERS) }
}

/** A plain hash is enough for random bits: there is nothing to guess. */
export function hashBearer(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** What could not be one of ours is refused without asking the database. */
export function looksLike(kind: Kind, text: string): boolean {
  return text.startsWith(PREFIXES[kind]) && /^[\w-]{43}$/.test(text.slice(PREFIXES[kind].length))
}
