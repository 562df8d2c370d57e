/** How a value stands on the wire (Protocol Buffers, Encoding): the number in the last three bits of a field's mark. */
export const VARINT = 0
export const FIXED64 = 1
export const BYTES = 2
export const FIXED32 = 5

/** What came does not keep to the encoding. */
export class MalFormado extends Error {}

const MASK64 = 0xffff_ffff_ffff_ffffn
/** Of a number of 64 bits, seven in each. */
const VARINT_BYTES = 10

export function writeVarint(value: bigint): Buffer {
  // A negative number is written as the 64 bits that it is.
  let rest = value & MASK64
  const bytes: number[] = []
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest === 0n ? low : low | 0x80)
  } while (rest !== 0n)
  return Buffer.from(bytes)
}

export function writeMark(id: number, wire: number): Buffer {
  return writeVarint(BigInt(id) * 8n + BigInt(wire))
}

/** Reads the bytes of one message, one piece after another. */
export class WireReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  mark(): { id: number; wire: number } {
    const mark = this.varint()
    const id = Number(mark >> 3n)
    if (id === 0 || id > 0x1fff_ffff) throw new MalFormado(`field ${id}`)
    return { id, wire: Number(mark & 7n) }
  }

  varint(): bigint {
    let value = 0n
    for (let index = 0; index < VARINT_BYTES; index++) {
      const byte = this.fixed(1)[0] ?? 0
      value |= BigInt(byte & 0x7f) << BigInt(7 * index)
      if (byte < 0x80) return value & MASK64
    }
    throw new MalFormado('a varint without end')
  }

  fixed(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new MalFormado('cut off')
    const piece = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return piece
  }

  /** As many bytes as it says. */
  bytes(): Buffer {
    const length = this.varint()
    if (length > BigInt(this.#bytes.length)) throw new MalFormado('cut off')
    return this.fixed(Number(length))
  }

  skip(wire: number): void {
    if (wire === VARINT) this.varint()
    else if (wire === FIXED64) this.fixed(8)
    else if (wire === BYTES) this.bytes()
    else if (wire === FIXED32) this.fixed(4)
    // Groups, which nobody declares any more.
    else throw new MalFormado(`wire type ${wire}`)
  }
}
