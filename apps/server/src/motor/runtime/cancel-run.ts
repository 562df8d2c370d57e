import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'
import type { RunsInFlight } from './runs-in-flight.ts'

const ASKED = 'div_cancelar'
const CANCELLED = 'div_cancelada'
/** A process that listens answers within milliseconds. */
const WAIT_MS = 500

export interface CancelDeps {
  db: Kysely<Database>
  listener: Pick<Listener, 'on'>
  enCurso: Pick<RunsInFlight, 'cancel'>
  log: Logger
}

/**
 * Cancels a run, once at a time, in whichever process of the product it is under way: all of them are asked, and the one that has it answers.
 * Resolves to false when none does.
 */
export function createCancelRun({
  db,
  listener,
  enCurso,
  log,
}: CancelDeps): (id: string) => Promise<boolean> {
  const waiting = new Map<string, (found: boolean) => void>()
  const tell = (channel: string, id: string) => sql`select pg_notify(${channel}, ${id})`.execute(db)

  listener.on(ASKED, {
    hear(id) {
      if (!enCurso.cancel(id)) return
      tell(CANCELLED, id).catch((error: unknown) => log.warn({ err: error, id }, 'cancellation not told'))
    },
  })
  listener.on(CANCELLED, { hear: (id) => waiting.get(id)?.(true) })

  async function ask(id: string): Promise<boolean> {
    const { promise: answered, resolve: settle } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout | undefined
    waiting.set(id, settle)
    try {
      await tell(ASKED, id)
      // From then on: while a database is busy nobody has been asked yet.
      timer = setTimeout(settle, WAIT_MS, false)
      return await answered
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  return async (id) => enCurso.cancel(id) || ask(id)
}
