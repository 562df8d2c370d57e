import { createCipheriv, createDecipheriv } from 'node:crypto'
import {
  CABECERA_BYTES,
  COST,
  type Cost,
  damaged,
  type Llave,
  type llaveroOf,
  NONCE_PREFIX_BYTES,
  newLlave,
} from './cabecera.ts'

const PART_BYTES = 65_536
const TAG_BYTES = 16
const NONCE_BYTES = 12
const COUNTER_BYTES = 4
/** What the counter can tell apart. */
const MAX_PARTS = 2 ** (8 * COUNTER_BYTES)

/**
 * The file of a copy: its header, then its content in parts of 64 KiB, each sealed with AES-256-GCM together with the header. The nonce of
 * a part is the prefix, its number and whether it is the last one (STREAM, Hoang et al. 2015): none can be left out, moved or cut off.
 */
export async function* sealCopia(
  frase: string,
  content: AsyncIterable<Buffer>,
  cost: Cost = COST,
): AsyncGenerator<Buffer> {
  const llave = await newLlave(frase, cost)
  yield llave.cabecera
  let number = 0
  let pending = Buffer.alloc(0)
  for await (const bytes of content) {
    pending = Buffer.concat([pending, bytes])
    // The last part is only known once there is nothing behind it.
    while (pending.length > PART_BYTES) {
      yield sealPart(llave, { number: number++, isLast: false }, pending.subarray(0, PART_BYTES))
      pending = pending.subarray(PART_BYTES)
    }
  }
  yield sealPart(llave, { number, isLast: true }, pending)
}

/** The content, part by part: nothing is handed on that was not found whole. Throws CopiaIlegible and FraseIncorrecta. */
export async function* openCopia(
  llavero: ReturnType<typeof llaveroOf>,
  file: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const sealedBytes = PART_BYTES + TAG_BYTES
  let llave: Llave | undefined
  let number = 0
  let pending = Buffer.alloc(0)
  for await (const bytes of file) {
    pending = Buffer.concat([pending, bytes])
    if (!llave) {
      if (pending.length < CABECERA_BYTES) continue
      llave = await llavero(Buffer.from(pending.subarray(0, CABECERA_BYTES)))
      pending = pending.subarray(CABECERA_BYTES)
    }
    while (pending.length > sealedBytes) {
      yield openPart(llave, { number: number++, isLast: false }, pending.subarray(0, sealedBytes))
      pending = pending.subarray(sealedBytes)
    }
  }
  llave ??= await llavero(pending)
  yield openPart(llave, { number, isLast: true }, pending)
}

interface Place {
  number: number
  isLast: boolean
}

function sealPart(llave: Llave, place: Place, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', llave.key, nonceOf(llave, place))
  cipher.setAAD(llave.cabecera)
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function openPart(llave: Llave, place: Place, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', llave.key, nonceOf(llave, place))
  decipher.setAAD(llave.cabecera)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    // The tag does not fit: the phrase was right, so the file is not what was written.
    throw damaged(cause)
  }
}

function nonceOf({ noncePrefix }: Llave, { number, isLast }: Place): Buffer {
  if (number >= MAX_PARTS) throw damaged()
  const nonce = Buffer.alloc(NONCE_BYTES)
  noncePrefix.copy(nonce)
  nonce.writeUInt32BE(number, NONCE_PREFIX_BYTES)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_PREFIX_BYTES + COUNTER_BYTES)
  return nonce
}
