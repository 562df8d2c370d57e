/* The process of SQLite loads this: it imports nothing. */

/** Of ColumnaIlegible, which reaches us from the process of SQLite by its code. */
export const COLUMNA_ILEGIBLE = 'DIV_COLUMNA'
const RESERVED = '__proto__'

/** A column that a row cannot hold under its name: a statement that answers it is refused rather than losing it. */
export class ColumnaIlegible extends Error {
  readonly code = COLUMNA_ILEGIBLE
}

/** Asked once a description of rows. Throws ColumnaIlegible. */
export function checkColumnas(names: readonly string[]): void {
  const seen = new Set(names)
  if (seen.has(RESERVED))
    throw new ColumnaIlegible(`la columna «${RESERVED}» no se admite; dele un alias (AS)`)
  if (seen.size === names.length) return
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  throw new ColumnaIlegible(
    `la respuesta trae más de una columna «${repeated}»; dé a cada una su propio alias (AS)`,
  )
}

/** As `checkColumnas`, for whoever cannot throw before the statement is over. */
export function failureOfColumnas(names: readonly string[]): unknown {
  try {
    checkColumnas(names)
    return null
  } catch (error) {
    // ColumnaIlegible, and nothing else.
    return error
  }
}
