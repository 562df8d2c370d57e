import { failureOfColumnas } from '../sql/columnas.ts'
import type { Zona } from '../sql/local-time.ts'
import { type Campo, converterOf } from './sqlserver-values.ts'

type Fila = Record<string, unknown>

/** One value of a row, as the driver gives it. */
export interface Celda {
  value: unknown
}

/** Collects the rows of one set and gives their values their types. */
export class RowCollector {
  /** Why the rows cannot be read; null when they can. Thrown where the driver calls, it would be lost. */
  readonly failure: unknown
  filas: Fila[] = []
  /** Roughly what the texts and bytes of its rows take. */
  bytes = 0
  readonly #zona: Zona
  readonly #columns: { name: string; campo: Campo; convert: ReturnType<typeof converterOf> }[]

  constructor(campos: readonly Campo[], zona: Zona) {
    this.#zona = zona
    this.#columns = campos.map((campo, index) => ({
      // What is computed without an alias has no name.
      name: campo.colName === '' ? `columna${index + 1}` : campo.colName,
      campo,
      convert: converterOf(campo),
    }))
    this.failure = failureOfColumnas(this.#columns.map(({ name }) => name))
  }

  add(celdas: readonly Celda[]): void {
    const fila: Fila = {}
    for (const [index, { name, campo, convert }] of this.#columns.entries()) {
      const value = celdas[index]?.value ?? null
      this.bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
      fila[name] = convert === null || value === null ? value : convert(value, this.#zona, campo)
    }
    this.filas.push(fila)
  }

  take(): Fila[] {
    const { filas } = this
    this.filas = []
    return filas
  }
}
