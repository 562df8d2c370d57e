import type { ResultSetHeader } from 'mysql2'
import { failureOfColumnas } from '../sql/columnas.ts'
import { type Campo, converterOf, type LecturaMysql } from './mysql-values.ts'

type Fila = Record<string, unknown>

/** The events of a command; its published types join those of rows and of headers in one. */
export interface Command {
  on(event: 'fields', listener: (fields: Campo[] | undefined) => void): Command
  on(event: 'result', listener: (row: Fila & Partial<ResultSetHeader>) => void): Command
  on(event: 'error', listener: (error: unknown) => void): Command
  on(event: 'end', listener: () => void): Command
}

/** Collects the rows of one set and gives their values their types, in place. */
export class RowCollector {
  readonly campos: readonly Campo[]
  /** Why the rows cannot be read; null when they can. Thrown where the driver calls, it would be lost. */
  failure: unknown
  filas: Fila[] = []
  /** Roughly what the texts and bytes of its rows take. */
  bytes = 0
  readonly #lectura: LecturaMysql
  readonly #converters: { name: string; convert: NonNullable<ReturnType<typeof converterOf>> }[] = []

  constructor(campos: readonly Campo[], lectura: LecturaMysql) {
    this.campos = campos
    this.failure = failureOfColumnas(campos.map(({ name }) => name))
    this.#lectura = lectura
    for (const campo of campos) {
      const convert = converterOf(campo)
      if (convert) this.#converters.push({ name: campo.name, convert })
    }
  }

  add(row: Fila): void {
    this.bytes += sizeOf(row)
    try {
      for (const { name, convert } of this.#converters) {
        const value = row[name]
        if (value !== null) row[name] = convert(value, this.#lectura)
      }
      this.filas.push(row)
    } catch (error) {
      // A value beyond the limits: told when the statement is over.
      this.failure ??= error
    }
  }

  take(): Fila[] {
    const { filas } = this
    this.filas = []
    return filas
  }
}

function sizeOf(row: Fila): number {
  let size = 0
  for (const name in row) {
    const value = row[name]
    size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  }
  return size
}
