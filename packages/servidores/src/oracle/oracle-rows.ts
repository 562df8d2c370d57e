import { checkColumnas } from '../sql/columnas.ts'
import type { Zona } from '../sql/local-time.ts'
import type { Fila } from '../sql/sql-calls.ts'
import { type Campo, converterOf } from './oracle-values.ts'

/** What makes rows of the lists of values that the driver reads. */
export interface RowReader {
  read(values: readonly unknown[]): Fila
}

/** What an answer has of its limits so far, in all its sets. */
export interface Medida {
  filas: number
  /** Roughly what its texts and bytes take. */
  bytes: number
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
