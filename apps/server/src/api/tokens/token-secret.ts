import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'div_'
/** 256 bits (security rule 14 asks for 128 at least). */
const BYTES = 32
/** So that a person can tell tokens apart; the rest still has more than 200 bits. */
const SHOWN_CHARACTERS = 8

export interface TokenSecret {
  /** Shown once. */
  token: string
  hash: Buffer
  prefijo: string
}

export function newTokenSecret(): TokenSecret {
  const token = PREFIX + randomBytes(BYTES).toString('base64url')
  return { token, hash: hashToken(token), prefijo: token.slice(0, SHOWN_CHARACTERS) }
}

/** A plain hash is enough for random bits: there is nothing to guess. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What could not be one of ours is refused without asking the database. */
export function looksLikeToken(text: string): boolean {
  return /^div_[\w-]{43}$/.test(text)
}
