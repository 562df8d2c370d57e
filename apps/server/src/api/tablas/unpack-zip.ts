import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30

const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1
/** The name is UTF-8. */
const UTF8_FLAG = 0x0800
const VERSION = 20

const inflate = promisify(inflateRaw)

interface Entry {
  name: Buffer
  isUtf8: boolean
  method: number
  packed: Buffer
}

/**
 * A ZIP archive (APPNOTE 6.3.10) as another one whose entries are not compressed: whoever reads that unpacks nothing, whatever the first one
 * says of its sizes, and finds no entry that stands outside its directory. Null: it is no ZIP archive, uses what workbooks do not (encryption,
 * ZIP64), or holds more than `maximoBytes`.
 */
export async function unpackZip(bytes: Buffer, maximoBytes: number): Promise<Buffer | null> {
  const entries = listEntries(bytes)
  if (!entries) return null
  const unpacked: (Entry & { data: Buffer })[] = []
  let left = maximoBytes
  for (const entry of entries) {
    const data = await unpackEntry(entry, left)
    if (!data || data.length > left) return null
    left -= data.length
    unpacked.push({ ...entry, data })
  }
  return writeStored(unpacked)
}

async function unpackEntry({ method, packed }: Entry, maximoBytes: number): Promise<Buffer | null> {
  if (method === STORED) return packed
  if (method !== DEFLATED) return null
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, maximoBytes) })
  } catch {
    // Damaged, or larger than it may be: either way it is not read.
    return null
  }
}

function listEntries(bytes: Buffer): Entry[] | null {
  const end = findEnd(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  let position = bytes.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (position + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(position) !== ENTRY) return null
    const flags = bytes.readUInt16LE(position + 8)
    const nameLength = bytes.readUInt16LE(position + 28)
    const packed = findPacked(bytes, {
      offset: bytes.readUInt32LE(position + 42),
      size: bytes.readUInt32LE(position + 20),
    })
    if (!packed || (flags & ENCRYPTED_FLAG) !== 0) return null
    entries.push({
      name: bytes.subarray(position + ENTRY_BYTES, position + ENTRY_BYTES + nameLength),
      isUtf8: (flags & UTF8_FLAG) !== 0,
      method: bytes.readUInt16LE(position + 10),
      packed,
    })
    position +=
      ENTRY_BYTES + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32)
  }
  return entries
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function findEnd(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - 65_535)
  for (let position = bytes.length - END_BYTES; position >= first; position--) {
    if (bytes.readUInt32LE(position) === END) return position
  }
  return null
}

/** The bytes of an entry, behind the header of its own. */
function findPacked(bytes: Buffer, { offset, size }: { offset: number; size: number }): Buffer | null {
  if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return null
  const start = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return start + size > bytes.length ? null : bytes.subarray(start, start + size)
}

function writeStored(entries: readonly (Entry & { data: Buffer })[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, isUtf8, data } of entries) {
    // From the version to the length of the extra field, both headers say the same.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(isUtf8 ? UTF8_FLAG : 0, 2)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    // Comment, disk and attributes, of which there are none, then where the entry stands.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(signature(ENTRY), Buffer.from([VERSION, 0]), common, rest, name)
    parts.push(signature(LOCAL), common, name, data)
    offset += LOCAL_BYTES + name.length + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
