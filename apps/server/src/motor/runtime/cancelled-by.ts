import { monotonicNow } from '@div/contract'
import { type AbortableQueryOptions, type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** A statement that the signal stops in the database too, so that its connection is free again: it may wait long for a lock. */
export function cancelledBy(signal: AbortSignal | undefined): AbortableQueryOptions {
  return { signal, inflightQueryAbortStrategy: 'cancel query' }
}

/** The run itself gives up a little earlier, and says why. */
const GRACE_MS = 1_000
const MAX_TIMEOUT_MS = 2_147_483_647

/**
 * A transaction whose statements the signal stops in the database too. Kysely's own way would send the roll-back first, behind the
 * statement that is to be stopped. Where nobody can be sent to stop it, as every connection waits, it ends by itself after the deadline.
 */
export function cancellableTransaction<Result>(
  db: Kysely<Database>,
  { signal, deadline }: { signal: AbortSignal; deadline: number },
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const timeoutMs = Math.min(Math.max(0, deadline - monotonicNow()) + GRACE_MS, MAX_TIMEOUT_MS)
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid, set_config('statement_timeout', ${String(Math.ceil(timeoutMs))}, true)`.execute(
      trx,
    )
    signal.throwIfAborted()
    let cancelling: Promise<unknown> | null = null
    const cancel = () => {
      // Whether it could be sent or not, the statement under way says how it ended.
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid}::int)`.execute(db).catch(() => {})
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await work(trx)
    } catch (cause) {
      throw signal.aborted ? signal.reason : cause
    } finally {
      signal.removeEventListener('abort', cancel)
      // It must not hit whoever has the connection next.
      await cancelling
    }
  })
}
