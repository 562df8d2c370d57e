import { stringify } from 'csv-stringify/sync'

/** A value of a run as CSV (RFC 4180) with a heading: one record per item of a list, else one record. */
export function writeCsv(value: unknown): string {
  const records = rowsOf(value).map((row) => (isFields(row) ? row : { valor: row }))
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return stringify(
    records.map((record) => columns.map((column) => cellOf(record[column]))),
    { header: columns.length > 0, columns, record_delimiter: '\r\n' },
  )
}

/** The list itself; or the only list of an object such as `{ total, filas: [...] }`. */
function rowsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isFields(value)) return [value]
  const lists = Object.values(value).filter((field) => Array.isArray(field))
  return lists.length === 1 && lists[0] ? lists[0] : [value]
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return 'toJSON' in value && typeof value.toJSON === 'function'
    ? String(value.toJSON())
    : JSON.stringify(value)
}
