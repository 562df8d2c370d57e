const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46

/**
 * Bytes that a ZIP archive says it unpacks to, read from its central directory (APPNOTE 6.3.10, 4.3.12) without unpacking anything.
 * Null: it is not a ZIP archive, or one of more than 4 GiB.
 */
export function measureZip(bytes: Buffer): number | null {
  const end = findEnd(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  let position = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let entry = 0; entry < count; entry++) {
    if (position + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(position) !== ENTRY) return null
    total += bytes.readUInt32LE(position + 24)
    position +=
      ENTRY_BYTES +
      bytes.readUInt16LE(position + 28) +
      bytes.readUInt16LE(position + 30) +
      bytes.readUInt16LE(position + 32)
  }
  return total
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function findEnd(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - 65_535)
  for (let position = bytes.length - END_BYTES; position >= first; position--) {
    if (bytes.readUInt32LE(position) === END) return position
  }
  return null
}
