import { isDatabaseAway } from './is-database-away.ts'
import { sqlStateOf } from './sql-state.ts'

/**
 * Tried again it may go well, whatever is written: our own database is away, or refuses for what it is doing itself (SQLSTATE classes 40,
 * 53, 55, 57 and 58, and 25006, while another one takes over). That memory is short (53200) or a statement is stopped (57014) may come of
 * what is written. Anything else that is no fault of the data (`isDataError`) is a bug of ours, and goes on being one.
 */
export function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || /^(?:25006|40|53(?!200)|55|57(?!014)|58)/.test(sqlStateOf(error))
}
