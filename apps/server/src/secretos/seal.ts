import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const FORMAT = /^v1\.([0-9a-f-]{36})\.([A-Za-z0-9_-]+)$/

/** A key under its id. */
export interface MasterKey {
  id: string
  bytes: Buffer
}

/**
 * AES-256-GCM (NIST SP 800-38D) under a key derived from the master key for this record (HKDF, RFC 5869), with the record's id as
 * additional data: what is sealed for one record opens in no other. The text names the key: `v1.<key id>.<nonce, ciphertext, tag>`.
 */
export function seal(key: MasterKey, recordId: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', recordKey(key, recordId), nonce)
  cipher.setAAD(Buffer.from(recordId))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${key.id}.${sealed.toString('base64url')}`
}

/** Undefined when the text was not sealed with this key for this record. */
export function open(key: MasterKey, recordId: string, sealed: string): string | undefined {
  const [, id, encoded] = FORMAT.exec(sealed) ?? []
  if (id !== key.id || encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', recordKey(key, recordId), bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(recordId))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    // The tag does not fit: another key, another record, or a changed text.
    return undefined
  }
}

export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && FORMAT.test(value)
}

/** A key for a purpose of its own, such as signing. */
export function derive(key: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, '', `div/${purpose}`, KEY_BYTES))
}

function recordKey(key: MasterKey, recordId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, recordId, 'div/secreto', KEY_BYTES))
}
