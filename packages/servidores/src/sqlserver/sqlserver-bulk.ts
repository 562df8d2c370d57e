import { tableName } from '../sql/build-tabla.ts'
import type { InsercionMasiva } from '../sql/sql-calls.ts'
import { SQLSERVER_DIALECT } from './sqlserver-dialect.ts'
import type { Parametro, Peticion } from './sqlserver-session.ts'
import type { Bound } from './sqlserver-values.ts'

/** A batch takes 2100 parameters; two of them are its text and their types. */
const MAX_PARAMETERS = 2_098
/** More rows in one batch gain nothing. */
const MAX_ROWS = 1_000

export interface Tanda extends Peticion {
  filas: number
}

/** Cuts rows into batches of INSERTs. Each row is a statement of its own: in one with many rows all values of a column would take one type. */
export function* splitBatches(
  insercion: InsercionMasiva,
  filas: readonly Readonly<Record<string, unknown>>[],
  bind: (value: unknown) => Bound,
): Iterable<Tanda> {
  const { columnas } = insercion
  const { quote, placeholder } = SQLSERVER_DIALECT
  const names = columnas.map(({ columna }) => quote(columna)).join(', ')
  const head = `insert into ${tableName(SQLSERVER_DIALECT, insercion)} (${names}) values `
  const perBatch = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / columnas.length)))

  for (let start = 0; start < filas.length; start += perBatch) {
    const parametros: Parametro[] = []
    const statements = filas.slice(start, start + perBatch).map((fila) => {
      const values = columnas.map(({ campo }) => {
        const value = fila[campo] ?? null
        if (value === null) return 'null'
        const place = parametros.length + 1
        parametros.push({ nombre: `p${place}`, ...bind(value) })
        return placeholder(place)
      })
      return `${head}(${values.join(', ')})`
    })
    yield { texto: statements.join('; '), parametros, filas: statements.length }
  }
}
