/** A number as it is written in Spanish, with a comma; a text as it is. */
export function writeDecimal(value: unknown): string {
  if (typeof value === 'number') return String(value).replace('.', ',')
  return typeof value === 'string' ? value : ''
}

/** `1.234,5` and `1234,5` as well as `1234.5`. What is no number stays the text: whoever checks it says what is wrong. Nothing is undefined. */
export function readDecimal(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const plain = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d*$/.test(trimmed)
    ? trimmed.replaceAll('.', '').replace(',', '.')
    : trimmed
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : text
}
