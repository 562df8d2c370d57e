import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const FORMAT = /^v1\.([0-9a-f-]{36})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

/** A key under its id. */
export interface MasterKey {
  id: string
  bytes: Buffer
}

/**
 * Envelope encryption: the text under a random key of its own, that key under the master key, both with AES-256-GCM (NIST SP 800-38D) and
 * the record's id as additional data, so that what is sealed for one record opens in no other. The text names the master key:
 * `v1.<its id>.<sealed key>.<sealed text>`.
 */
export function seal(key: MasterKey, recordId: string, text: string): string {
  const own = randomBytes(KEY_BYTES)
  return `${sealedBy(key)}${encrypt(wrappingKey(key), recordId, own)}.${encrypt(own, recordId, Buffer.from(text))}`
}

/** Undefined when the text was not sealed with this key for this record. */
export function open(key: MasterKey, recordId: string, sealed: string): string | undefined {
  const [, id, sealedKey, sealedText] = FORMAT.exec(sealed) ?? []
  if (id !== key.id || sealedKey === undefined || sealedText === undefined) return undefined
  const own = decrypt(wrappingKey(key), recordId, sealedKey)
  return own && decrypt(own, recordId, sealedText)?.toString()
}

export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && FORMAT.test(value)
}

/** How all that is sealed under a key begins. */
export function sealedBy({ id }: Pick<MasterKey, 'id'>): string {
  return `v1.${id}.`
}

/** A key for a purpose of its own, such as signing. */
export function derive(key: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, '', `div/${purpose}`, KEY_BYTES))
}

function wrappingKey(key: MasterKey): Buffer {
  return derive(key, 'secretos')
}

/** Nonce, ciphertext and tag, as base64url. */
function encrypt(key: Buffer, recordId: string, plain: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(recordId))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function decrypt(key: Buffer, recordId: string, encoded: string): Buffer | undefined {
  const bytes = Buffer.from(encoded, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(recordId))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    // The tag does not fit: another key, another record, or a changed text.
    return undefined
  }
}
