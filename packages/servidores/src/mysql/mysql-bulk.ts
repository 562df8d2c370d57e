import { tableName } from '../sql/build-tabla.ts'
import type { InsercionMasiva } from '../sql/sql-calls.ts'
import { MYSQL_DIALECT } from './mysql-dialect.ts'
import type { Bindable } from './mysql-values.ts'

/** A statement cannot have more placeholders (two bytes in the protocol). */
const MAX_PLACEHOLDERS = 65_535
/** More rows in one statement gain nothing. */
const MAX_ROWS = 1_000

export interface Tanda {
  sql: string
  values: Bindable[]
  /** As many rows as most have: worth keeping prepared. */
  isFull: boolean
}

/** Cuts rows into INSERTs of many, each within the server's max_allowed_packet. */
export function* splitInserts(
  insercion: InsercionMasiva,
  filas: readonly Record<string, unknown>[],
  { maxBytes, bind }: { maxBytes: number; bind(value: unknown): Bindable },
): Iterable<Tanda> {
  const { columnas } = insercion
  const names = columnas.map(({ columna }) => MYSQL_DIALECT.quote(columna)).join(', ')
  const head = `insert into ${tableName(MYSQL_DIALECT, insercion)} (${names}) values `
  const row = `(${columnas.map(() => '?').join(', ')})`
  const maxRows = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_PLACEHOLDERS / columnas.length)))

  let values: Bindable[] = []
  let rows = 0
  let bytes = 0
  const take = (): Tanda => {
    const tanda = {
      sql: head + new Array<string>(rows).fill(row).join(', '),
      values,
      isFull: rows === maxRows,
    }
    values = []
    rows = 0
    bytes = 0
    return tanda
  }
  for (const fila of filas) {
    const bound = columnas.map(({ campo }) => bind(fila[campo]))
    const size = bound.reduce<number>((total, value) => total + sizeOf(value), 0)
    if (rows > 0 && (rows === maxRows || bytes + size > maxBytes)) yield take()
    values.push(...bound)
    rows++
    bytes += size
  }
  if (rows > 0) yield take()
}

/** Upper bound of what a value takes in the packet. */
function sizeOf(value: Bindable): number {
  if (typeof value === 'string') return value.length * 4 + 12
  return value instanceof Buffer ? value.length + 12 : 12
}
