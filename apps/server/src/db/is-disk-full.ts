import { sqlStateOf } from './sql-state.ts'

/** Our own database is there and has no room: nothing of what it was given is stored. */
export function isDiskFull(error: unknown): boolean {
  return sqlStateOf(error) === '53100'
}
