import { sqlStateOf } from './sql-state.ts'

/**
 * What is to be written is refused, whenever it is sent: SQLSTATE classes 22 and 23, and 54, a value that is too large. Some are so large
 * that they cannot even be sent: the engine has no text of that length.
 */
export function isDataError(error: unknown): boolean {
  return isTooLong(error) || /^(?:22|23|54)/.test(sqlStateOf(error))
}

/** Of two texts put together, which has no code, or of bytes to be read as one. Any other RangeError is a bug. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Invalid string length' || ('code' in error && error.code === TOO_LONG)
}

const TOO_LONG = 'ERR_STRING_TOO_LONG'

/** Why, without a word of the data. */
export function reasonOfDataError(error: unknown): string {
  return isTooLong(error) ? 'demasiado grande' : sqlStateOf(error)
}
