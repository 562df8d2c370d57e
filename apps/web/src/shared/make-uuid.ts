/** Not `crypto.randomUUID`: pages that came over plain HTTP from another machine lack it. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4 and its variant stand in the bytes 6 and 8.
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
