import { Binario, Fecha, type Limits, readExactJson } from '@div/contract'
import { formatLocal, parseInstant, type Zona } from '../sql/local-time.ts'
import type { ColumnaLeida } from './sqlite-protocol.ts'

type Convert = (value: unknown) => unknown

/** What SQLite binds: numbers, texts, bytes and null. Dates are written as its own functions read them. */
export function toSqlite(value: unknown, zona: Zona): unknown {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'number':
      // The driver binds numbers beyond 32 bits as floating point.
      return Number.isSafeInteger(value) ? BigInt(value) : value
    case 'object':
      if (value === null) return null
      if (value instanceof Date) return formatLocal(value, zona)
      if (value instanceof Fecha) return value.toString()
      if (value instanceof Binario) return value.bytes
      return JSON.stringify(value)
    default:
      return value ?? null
  }
}

/** How the values of one connection are read. */
export interface LecturaSqlite {
  zona: Zona
  limits: Pick<Limits, 'profundidad'>
}

/** Changes the values of rows in place to what their declared columns say. */
export function convertFilas(
  columnas: readonly ColumnaLeida[],
  filas: Record<string, unknown>[],
  lectura: LecturaSqlite,
): void {
  for (const { nombre, tipo } of columnas) {
    const convert = converterOf(tipo, lectura)
    for (const fila of filas) {
      const value = fila[nombre]
      if (value !== null) fila[nombre] = convert(value)
    }
  }
}

/** SQLite stores any value in any column: a declared type is only a hint, and what does not fit it stays as it is. */
function converterOf(tipo: string | null, { zona, limits }: LecturaSqlite): Convert {
  const declared = (tipo ?? '').toUpperCase().replace(/\s*\(.*$/, '')
  if (declared.startsWith('BOOL')) return (value) => (value === 0 || value === 1 ? value === 1 : plain(value))
  if (declared === 'DATE') return (value) => (typeof value === 'string' && Fecha.parse(value)) || plain(value)
  if (declared === 'DATETIME' || declared.startsWith('TIMESTAMP')) {
    return (value) => (typeof value === 'string' && parseInstant(value, zona)) || plain(value)
  }
  return declared.startsWith('JSON') ? (value) => readJson(value, limits) : plain
}

function plain(value: unknown): unknown {
  // A copy of its own: what arrives is a view of the whole message.
  if (value instanceof Uint8Array) return new Binario(new Uint8Array(value))
  // No value between nodes is infinite.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function readJson(value: unknown, limits: LecturaSqlite['limits']): unknown {
  if (typeof value !== 'string') return plain(value)
  try {
    return readExactJson(value, limits)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    // The column is declared JSON and holds something else.
    return value
  }
}
