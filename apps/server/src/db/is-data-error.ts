import { sqlStateOf } from './sql-state.ts'

/**
 * What is to be written is refused, whenever it is sent: SQLSTATE classes 22 and 23, and 54, a value that is too large. Some are so large
 * that they cannot even be sent: the engine has no text of that length.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof RangeError || /^(?:22|23|54)/.test(sqlStateOf(error))
}

/** Why, without a word of the data. */
export function reasonOfDataError(error: unknown): string {
  return sqlStateOf(error) || 'demasiado grande'
}
