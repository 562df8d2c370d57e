/** What the connection asks of its process, and what it answers. */

/** Codes of answers that go past a limit; nothing of what they wrote stays. */
export const TOO_MANY_ROWS = 'DIV_FILAS'
export const TOO_MANY_BYTES = 'DIV_BYTES'

export type Peticion =
  | {
      op: 'open'
      archivo: string
      soloLectura: boolean
      esperaMs: number
      sentencias: number
      maxBytes: number
    }
  /** A statement or several without parameters that answer nothing. */
  | { op: 'command'; sql: string }
  | { op: 'read'; sql: string; values: readonly unknown[]; maximo: number }
  | { op: 'write'; sql: string; values: readonly unknown[]; maximo: number }
  | { op: 'insertMany'; sql: string; filas: readonly (readonly unknown[])[] }
  | { op: 'cursor'; sql: string; values: readonly unknown[] }
  | { op: 'fetch'; cursor: number; cantidad: number }
  | { op: 'closeCursor'; cursor: number }
  | { op: 'close' }

export interface ColumnaLeida {
  nombre: string
  /** As the table declares it; null of an expression. */
  tipo: string | null
}

export interface FilasLeidas {
  columnas: readonly ColumnaLeida[]
  filas: Record<string, unknown>[]
}

export interface Tanda extends FilasLeidas {
  isLast: boolean
}

export interface FilasEscritas {
  afectadas: number
  leidas?: FilasLeidas
}

/** What each request is answered with. */
export interface Respuestas {
  open: undefined
  command: null
  read: FilasLeidas
  write: FilasEscritas
  insertMany: number
  cursor: number
  fetch: Tanda
  closeCursor: undefined
  close: null
}

export interface RespuestaDeProceso {
  id: number
  value?: unknown
  error?: { code: string; message: string }
  /** Whether a transaction is open after it. */
  inTransaction: boolean
}
