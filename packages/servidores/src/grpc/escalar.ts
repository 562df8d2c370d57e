import { Binario } from '@div/contract'
import { textOf } from '../text-of.ts'
import type { Escalar } from './model.ts'
import { BYTES, FIXED32, FIXED64, MalFormado, VARINT, type WireReader, writeVarint } from './wire.ts'

interface EscalarCodec {
  wire: number
  /** What is read where nothing came. */
  defecto: unknown
  /** Null: it is no such value. */
  write(value: unknown): Buffer | null
  read(reader: WireReader): unknown
}

const zigzag = (value: bigint) => (value << 1n) ^ (value >> 63n)
const unzigzag = (value: bigint) => (value >> 1n) ^ -(value & 1n)

/** A whole number as a number, as text or as a decimal that is whole; null: it is none, or not of these bounds. */
function wholeOf(value: unknown, lowest: bigint, highest: bigint): bigint | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  if (typeof text !== 'string' || !/^-?\d{1,20}$/.test(text)) return null
  const whole = BigInt(text)
  return whole >= lowest && whole <= highest ? whole : null
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const read = Number(value)
  return Number.isNaN(read) && value !== 'NaN' ? null : read
}

/** What JSON has no number for is told by its name (Protocol Buffers, JSON mapping). */
function tellNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value)
}

function whole(
  bits: 32 | 64,
  { signed, wire, code = (value) => value, decode = (value) => value }: WholeOptions,
): EscalarCodec {
  const lowest = signed ? -(1n << BigInt(bits - 1)) : 0n
  const highest = (1n << BigInt(signed ? bits - 1 : bits)) - 1n
  const fit = (value: bigint) => (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value))
  // A number of JavaScript holds 53 bits: what may have more is text.
  const tell = (value: bigint) => (bits === 64 ? String(value) : Number(value))
  return {
    wire,
    defecto: tell(0n),
    write(value) {
      const given = wholeOf(value, lowest, highest)
      if (given === null) return null
      if (wire === VARINT) return writeVarint(code(given))
      const bytes = Buffer.alloc(bits / 8)
      if (bits === 64) bytes.writeBigUInt64LE(BigInt.asUintN(64, given))
      else bytes.writeUInt32LE(Number(BigInt.asUintN(32, given)))
      return bytes
    },
    read(reader) {
      if (wire === VARINT) return tell(fit(decode(reader.varint())))
      const bytes = reader.fixed(bits / 8)
      return tell(fit(bits === 64 ? bytes.readBigUInt64LE() : BigInt(bytes.readUInt32LE())))
    },
  }
}

interface WholeOptions {
  signed: boolean
  wire: number
  code?: (value: bigint) => bigint
  decode?: (value: bigint) => bigint
}

const ZIGZAG = { signed: true, wire: VARINT, code: zigzag, decode: unzigzag }

/** Each scalar of the language; the whole numbers of 64 bits are text, so that none of their digits is lost. */
export const CODECS: Readonly<Record<Escalar, EscalarCodec>> = {
  int32: whole(32, { signed: true, wire: VARINT }),
  int64: whole(64, { signed: true, wire: VARINT }),
  uint32: whole(32, { signed: false, wire: VARINT }),
  uint64: whole(64, { signed: false, wire: VARINT }),
  sint32: whole(32, ZIGZAG),
  sint64: whole(64, ZIGZAG),
  fixed32: whole(32, { signed: false, wire: FIXED32 }),
  fixed64: whole(64, { signed: false, wire: FIXED64 }),
  sfixed32: whole(32, { signed: true, wire: FIXED32 }),
  sfixed64: whole(64, { signed: true, wire: FIXED64 }),
  double: {
    wire: FIXED64,
    defecto: 0,
    write(value) {
      const given = numberOf(value)
      if (given === null) return null
      const bytes = Buffer.alloc(8)
      bytes.writeDoubleLE(given)
      return bytes
    },
    read: (reader) => tellNumber(reader.fixed(8).readDoubleLE()),
  },
  float: {
    wire: FIXED32,
    defecto: 0,
    write(value) {
      const given = numberOf(value)
      if (given === null) return null
      const bytes = Buffer.alloc(4)
      bytes.writeFloatLE(given)
      return bytes
    },
    read: (reader) => tellNumber(reader.fixed(4).readFloatLE()),
  },
  bool: {
    wire: VARINT,
    defecto: false,
    write: (value) => (typeof value === 'boolean' ? Buffer.of(value ? 1 : 0) : null),
    read: (reader) => reader.varint() !== 0n,
  },
  string: {
    wire: BYTES,
    defecto: '',
    write(value) {
      const text = typeof value === 'object' && !isWritable(value) ? null : textOf(value)
      return text === null ? null : withLength(Buffer.from(text.toWellFormed()))
    },
    read(reader) {
      try {
        return UTF8.decode(reader.bytes())
      } catch (cause) {
        if (cause instanceof MalFormado) throw cause
        throw new MalFormado('text that is no UTF-8')
      }
    },
  },
  bytes: {
    wire: BYTES,
    defecto: new Binario(new Uint8Array()),
    write(value) {
      const given = typeof value === 'string' ? Binario.parse(value) : value
      return given instanceof Binario ? withLength(Buffer.from(given.bytes)) : null
    },
    read: (reader) => new Binario(Uint8Array.from(reader.bytes())),
  },
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Dates write themselves; objects and lists are no text. */
function isWritable(value: object | null): boolean {
  return value !== null && 'toJSON' in value
}

export function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([writeVarint(BigInt(bytes.length)), bytes])
}
