import {
  type Argon2Parameters,
  argon2,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { CopiaIlegible, FraseIncorrecta } from '@div/contract'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** What deriving the key costs; `memory` in KiB. */
export interface Cost {
  memory: number
  passes: number
  parallelism: number
}

/** Three times what OWASP asks of passwords: a copy may be guessed at for years, and is opened rarely. */
export const COST: Cost = { memory: 65_536, passes: 3, parallelism: 1 }
/** A file that asks for more wants to tie up the product. */
const MAX_COST: Cost = { memory: 262_144, passes: 10, parallelism: 4 }

const MAGIC = Buffer.from('DIVCOPIA')
const FORMAT = 1
const ARGON2ID = 1
const SALT_BYTES = 16
export const NONCE_PREFIX_BYTES = 7
const CHECK_BYTES = 16
const SUM_BYTES = 8
const KEY_BYTES = 32

/**
 * The beginning of a copy, numbers big-endian: magic (8) · format (1) · derivation (1) · memory (4) · passes (4) · parallelism (4) ·
 * salt (16) · nonce prefix (7) · check of the phrase (16) · sum (8). The sum tells a damaged file from a wrong phrase.
 */
const OFFSETS = {
  format: 8,
  kdf: 9,
  memory: 10,
  passes: 14,
  parallelism: 18,
  salt: 22,
  nonce: 38,
  check: 45,
  sum: 61,
}
export const CABECERA_BYTES = OFFSETS.sum + SUM_BYTES

/** What opens the rest of the file. */
export interface Llave {
  /** The header as it stands in the file: every part of the file is sealed together with it. */
  cabecera: Buffer
  key: Buffer
  noncePrefix: Buffer
}

export async function newLlave(frase: string, cost: Cost): Promise<Llave> {
  const head = Buffer.alloc(CABECERA_BYTES)
  MAGIC.copy(head)
  head.writeUInt8(FORMAT, OFFSETS.format)
  head.writeUInt8(ARGON2ID, OFFSETS.kdf)
  head.writeUInt32BE(cost.memory, OFFSETS.memory)
  head.writeUInt32BE(cost.passes, OFFSETS.passes)
  head.writeUInt32BE(cost.parallelism, OFFSETS.parallelism)
  randomBytes(SALT_BYTES + NONCE_PREFIX_BYTES).copy(head, OFFSETS.salt)
  const { key, check } = await deriveKeys(frase, head, cost)
  check.copy(head, OFFSETS.check)
  sumOf(head).copy(head, OFFSETS.sum)
  return { cabecera: head, key, noncePrefix: noncePrefixOf(head) }
}

/** Opens copies with one phrase. The same header is derived from only once: it takes long on purpose, and a copy is read twice. */
export function llaveroOf(frase: string): (head: Buffer) => Promise<Llave> {
  let known: Llave | undefined
  return async (head) => {
    if (!known?.cabecera.equals(head)) known = await readLlave(frase, head)
    return known
  }
}

/** Throws CopiaIlegible of what is no copy of ours, FraseIncorrecta of one that was made with another phrase. */
async function readLlave(frase: string, head: Buffer): Promise<Llave> {
  if (head.length < CABECERA_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new CopiaIlegible({ motivo: 'no es una copia de DIV' })
  }
  if (!head.subarray(OFFSETS.sum).equals(sumOf(head))) throw damaged()
  if (head.readUInt8(OFFSETS.format) !== FORMAT || head.readUInt8(OFFSETS.kdf) !== ARGON2ID) {
    throw new CopiaIlegible({ motivo: 'la hizo una versión más nueva de DIV' })
  }
  const cost = {
    memory: head.readUInt32BE(OFFSETS.memory),
    passes: head.readUInt32BE(OFFSETS.passes),
    parallelism: head.readUInt32BE(OFFSETS.parallelism),
  }
  if (!isBearable(cost)) throw new CopiaIlegible({ motivo: 'abrirla costaría más de lo que se permite' })
  const { key, check } = await deriveKeys(frase, head, cost)
  if (!timingSafeEqual(check, head.subarray(OFFSETS.check, OFFSETS.sum))) throw new FraseIncorrecta()
  return { cabecera: head, key, noncePrefix: noncePrefixOf(head) }
}

export function damaged(cause?: unknown): Error {
  return new CopiaIlegible({ motivo: 'el archivo está dañado o incompleto' }, { cause })
}

/** One key seals; of the other only a sum is stored, so that the phrase can be checked before anything is opened. */
async function deriveKeys(frase: string, head: Buffer, cost: Cost): Promise<{ key: Buffer; check: Buffer }> {
  const both = await derive('argon2id', {
    ...cost,
    // The same phrase typed on another keyboard.
    message: frase.normalize('NFKC'),
    nonce: head.subarray(OFFSETS.salt, OFFSETS.salt + SALT_BYTES),
    tagLength: 2 * KEY_BYTES,
  })
  const check = createHmac('sha256', both.subarray(KEY_BYTES))
    .update(head.subarray(0, OFFSETS.check))
    .digest()
  return { key: both.subarray(0, KEY_BYTES), check: check.subarray(0, CHECK_BYTES) }
}

function noncePrefixOf(head: Buffer): Buffer {
  return head.subarray(OFFSETS.nonce, OFFSETS.nonce + NONCE_PREFIX_BYTES)
}

function sumOf(head: Buffer): Buffer {
  return createHash('sha256').update(head.subarray(0, OFFSETS.sum)).digest().subarray(0, SUM_BYTES)
}

function isBearable({ memory, passes, parallelism }: Cost): boolean {
  return (
    passes >= 1 &&
    parallelism >= 1 &&
    memory >= 8 * parallelism &&
    memory <= MAX_COST.memory &&
    passes <= MAX_COST.passes &&
    parallelism <= MAX_COST.parallelism
  )
}
