import { isRecord } from '@div/ui'

/** A value as rows and columns. */
export interface ValueTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

const MAX_COLUMNS = 60
/** Columns are those of the first rows: looking at all of them would take as long as drawing them. */
const LOOKED_AT = 200
const MAX_TEXT = 300

/** The list in a value that is worth a table: itself, or what a reading or a join gave. Null: there is none. */
function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return null
  for (const name of ['filas', 'elementos']) {
    const held = value[name]
    if (Array.isArray(held)) return held
  }
  const lists = Object.values(value).filter((held) => Array.isArray(held))
  return lists.length === 1 && Object.keys(value).length <= 2 ? (lists[0] ?? null) : null
}

/** Rows from `start` on. What is no object stands in a column «valor»; an object alone is a row for each field. */
export function tableOf(value: unknown, { start, count }: { start: number; count: number }): ValueTable {
  const list = listIn(value)
  if (list === null) return fieldsTable(value, start, count)
  const columns = columnsOf(list)
  return { columns, rows: list.slice(start, start + count).map((item) => rowOf(item, columns)) }
}

/** How many rows there are in all. */
export function countRows(value: unknown): number {
  const list = listIn(value)
  if (list !== null) return list.length
  return isRecord(value) ? Object.keys(value).length : 1
}

function columnsOf(list: readonly unknown[]): readonly string[] {
  const names = new Set<string>()
  let hasPlain = false
  for (const item of list.slice(0, LOOKED_AT)) {
    if (isRecord(item)) for (const name of Object.keys(item)) names.add(name)
    else hasPlain = true
  }
  return [...(hasPlain || names.size === 0 ? ['valor'] : []), ...names].slice(0, MAX_COLUMNS)
}

function rowOf(item: unknown, columns: readonly string[]): readonly string[] {
  if (!isRecord(item)) return columns.map((_name, at) => (at === 0 ? textOf(item) : ''))
  return columns.map((name) => (Object.hasOwn(item, name) ? textOf(item[name]) : ''))
}

function fieldsTable(value: unknown, start: number, count: number): ValueTable {
  const entries: (readonly [string, unknown])[] = isRecord(value) ? Object.entries(value) : [['', value]]
  return {
    columns: ['campo', 'valor'],
    rows: entries.slice(start, start + count).map(([name, held]) => [name, textOf(held)]),
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
