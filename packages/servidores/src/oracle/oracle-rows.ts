import { checkColumnas } from '../sql/columnas.ts'
import type { Zona } from '../sql/local-time.ts'
import type { Fila, Medida } from '../sql/sql-calls.ts'
import { type Campo, converterOf } from './oracle-values.ts'

/** What makes rows of the lists of values that the driver reads. */
export interface RowReader {
  read(values: readonly unknown[]): Fila
}

/** Throws ColumnaIlegible. */
export function openRows(campos: readonly Campo[], zona: Zona, medida: Medida): RowReader {
  const columns = campos.map((campo) => ({
    name: campo.dbColumnName ?? campo.name,
    convert: converterOf(campo),
  }))
  checkColumnas(columns.map(({ name }) => name))
  return {
    read(values) {
      const fila: Fila = {}
      medida.filas++
      for (const [index, { name, convert }] of columns.entries()) {
        const value = values[index] ?? null
        medida.bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
        fila[name] = convert === null || value === null ? value : convert(value, zona)
      }
      return fila
    },
  }
}
