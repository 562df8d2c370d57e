/** As a value is written in an address, a header or a form; null is nothing. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return value.toISOString()
  // Fecha and Binario write themselves.
  return 'toJSON' in value ? String(value) : JSON.stringify(value)
}
