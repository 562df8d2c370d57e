import type { AjustesAsincronos, Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'

/** The limits, with what an admin has changed of those of the asynchronous pool; a change holds in every process that hears of it. */
export interface LimitesVivos {
  current(): Limits
  refresh(): Promise<void>
}

export async function followLimites({
  db,
  limits,
  log,
}: {
  db: Kysely<Database>
  limits: Limits
  log: Logger
}): Promise<LimitesVivos> {
  let current = limits
  async function refresh(): Promise<void> {
    try {
      const { asincronos } = await readAjustes(db)
      current = { ...limits, ...chosenOf(asincronos) }
    } catch (error) {
      // What was in force stays so until the next change, or until the database is back.
      log.warn({ err: error }, 'settings of the asynchronous pool not read')
    }
  }
  await refresh()
  return { current: () => current, refresh }
}

/** Those that somebody has chosen. */
function chosenOf(asincronos: Partial<AjustesAsincronos>): Partial<Limits> {
  return Object.fromEntries(Object.entries(asincronos).filter(([, value]) => value !== null))
}
