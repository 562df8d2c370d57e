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

interface Entry {
  name: Uint8Array
  isUtf8: boolean
  method: number
  packed: Uint8Array<ArrayBuffer>
}

/**
 * A ZIP archive (APPNOTE 6.3.10) as another one whose entries are not compressed: whoever reads that unpacks nothing, whatever the first one
 * says of its sizes, and finds no entry that stands outside its directory. Null: it is no ZIP archive, uses what workbooks do not (encryption,
 * ZIP64), or holds more than `maximoBytes`.
 */
export async function unpackZip(
  given: Uint8Array,
  maximoBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // On memory that nobody shares.
  const bytes = Uint8Array.from(given)
  const entries = listEntries(bytes)
  if (!entries) return null
  const unpacked: (Entry & { data: Uint8Array })[] = []
  let left = maximoBytes
  for (const entry of entries) {
    const data = await unpackEntry(entry, left)
    if (!data || data.length > left) return null
    left -= data.length
    unpacked.push({ ...entry, data })
  }
  return writeStored(unpacked)
}

async function unpackEntry({ method, packed }: Entry, maximoBytes: number): Promise<Uint8Array | null> {
  if (method === STORED) return packed
  if (method !== DEFLATED) return null
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of new Blob([packed])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))) {
      length += chunk.length
      // Leaving the loop ends the unpacking.
      if (length > maximoBytes) return null
      chunks.push(chunk)
    }
  } catch {
    // Damaged: it is not read.
    return null
  }
  return concat(chunks)
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function listEntries(bytes: Uint8Array<ArrayBuffer>): Entry[] | null {
  const view = viewOf(bytes)
  const end = findEnd(view)
  if (end === null) return null
  const count = view.getUint16(end + 10, true)
  let position = view.getUint32(end + 16, true)
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (position + ENTRY_BYTES > bytes.length || view.getUint32(position, true) !== ENTRY) return null
    const flags = view.getUint16(position + 8, true)
    const nameLength = view.getUint16(position + 28, true)
    const packed = findPacked(bytes, {
      offset: view.getUint32(position + 42, true),
      size: view.getUint32(position + 20, true),
    })
    if (!packed || (flags & ENCRYPTED_FLAG) !== 0) return null
    entries.push({
      name: bytes.subarray(position + ENTRY_BYTES, position + ENTRY_BYTES + nameLength),
      isUtf8: (flags & UTF8_FLAG) !== 0,
      method: view.getUint16(position + 10, true),
      packed,
    })
    position +=
      ENTRY_BYTES + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true)
  }
  return entries
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - 65_535)
  for (let position = view.byteLength - END_BYTES; position >= first; position--) {
    if (view.getUint32(position, true) === END) return position
  }
  return null
}

/** The bytes of an entry, behind the header of its own. */
function findPacked(
  bytes: Uint8Array<ArrayBuffer>,
  { offset, size }: { offset: number; size: number },
): Uint8Array<ArrayBuffer> | null {
  const view = viewOf(bytes)
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL) return null
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  return start + size > bytes.length ? null : bytes.subarray(start, start + size)
}

function writeStored(entries: readonly (Entry & { data: Uint8Array })[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, isUtf8, data } of entries) {
    // From the version to the length of the extra field, both headers say the same.
    const common = new Uint8Array(26)
    const fields = viewOf(common)
    fields.setUint16(0, VERSION, true)
    fields.setUint16(2, isUtf8 ? UTF8_FLAG : 0, true)
    fields.setUint32(10, crc32(data), true)
    fields.setUint32(14, data.length, true)
    fields.setUint32(18, data.length, true)
    fields.setUint16(22, name.length, true)
    // Comment, disk and attributes, of which there are none, then where the entry stands.
    const rest = new Uint8Array(14)
    viewOf(rest).setUint32(10, offset, true)
    directory.push(uint32(ENTRY), Uint8Array.of(VERSION, 0), common, rest, name)
    parts.push(uint32(LOCAL), common, name, data)
    offset += LOCAL_BYTES + name.length + data.length
  }
  const central = concat(directory)
  const end = new Uint8Array(END_BYTES)
  const fields = viewOf(end)
  fields.setUint32(0, END, true)
  fields.setUint16(8, entries.length, true)
  fields.setUint16(10, entries.length, true)
  fields.setUint32(12, central.length, true)
  fields.setUint32(16, offset, true)
  return concat([...parts, central, end])
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** APPNOTE 4.4.7. */
function crc32(data: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of data) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
