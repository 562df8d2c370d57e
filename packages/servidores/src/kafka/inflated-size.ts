/** What clients in Java write before pieces of Snappy: the mark, two versions, and then each piece after its size. */
const XERIAL = Buffer.from('\x82SNAPPY\0', 'latin1')
const XERIAL_HEAD = 16

/** Of a frame of LZ4 (LZ4 Frame Format 1.6.4). */
const LZ4_MAGIC = 0x184d_2204
const DICTIONARY = 0b1
const CONTENT_CHECKSUM = 0b100
const CONTENT_SIZE = 0b1000
const BLOCK_CHECKSUM = 0b1_0000
const STORED = 0x8000_0000
/** Least bytes that a match repeats. */
const MIN_MATCH = 4
const CONTINUES = 255

/** Bytes that this becomes (Snappy format description, 1): the decoder believes no other number. */
export function snappySizeOf(bytes: Buffer): number {
  if (!bytes.subarray(0, XERIAL.length).equals(XERIAL)) return readVarint(bytes)
  let size = 0
  for (let at = XERIAL_HEAD; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    size += readVarint(bytes.subarray(at + 4, end))
    at = end
  }
  return size
}

/** Bytes that this becomes: what each block says, since what the frame says may be missing, or wrong. */
export function lz4SizeOf(bytes: Buffer): number {
  let size = 0
  for (let at = 0; at < bytes.length; ) {
    if (bytes.readUInt32LE(at) !== LZ4_MAGIC) throw new RangeError('not a frame of LZ4')
    const flags = bytes.readUInt8(at + 4)
    at += 7 + bytesIf(flags & CONTENT_SIZE, 8) + bytesIf(flags & DICTIONARY, 4)
    const checksum = bytesIf(flags & BLOCK_CHECKSUM, 4)
    for (let head = bytes.readUInt32LE(at); head !== 0; head = bytes.readUInt32LE(at)) {
      const length = head & ~STORED
      const block = bytes.subarray(at + 4, at + 4 + length)
      size += head >= STORED ? length : blockSizeOf(block)
      at += 4 + length + checksum
    }
    at += 4 + bytesIf(flags & CONTENT_CHECKSUM, 4)
  }
  return size
}

/** What is only there where its flag is set. */
function bytesIf(flag: number, bytes: number): number {
  return flag === 0 ? 0 : bytes
}

/** Of the sequences of one block (LZ4 Block Format): what stands in it, and what it repeats. */
function blockSizeOf(block: Buffer): number {
  let size = 0
  let at = 0
  /** What four bits begin, and bytes go on with while they are full. */
  const readLength = (start: number) => {
    let length = start
    if (start < 15) return length
    let more = CONTINUES
    while (more === CONTINUES) {
      more = block.readUInt8(at++)
      length += more
    }
    return length
  }
  while (at < block.length) {
    const token = block.readUInt8(at++)
    const literals = readLength(token >> 4)
    at += literals
    size += literals
    // The last sequence repeats nothing.
    if (at >= block.length) break
    at += 2
    size += MIN_MATCH + readLength(token & 15)
  }
  return size
}

/** Seven bits a byte, the least first. */
function readVarint(bytes: Buffer): number {
  let value = 0
  for (let at = 0; at < 5; at++) {
    const byte = bytes.readUInt8(at)
    value += (byte & 0x7f) * 2 ** (7 * at)
    if (byte < 0x80) return value
  }
  throw new RangeError('not a size of Snappy')
}
