import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'

/** Tells the workers of all processes through this channel that something waits. */
export function createTellWorkers(
  channel: string,
  { db, log }: { db: Kysely<Database>; log: Pick<Logger, 'warn'> },
): () => void {
  let isTelling = false
  let hasMore = false
  /** What is stored while workers are being told goes with the next telling: each is a commit of its own. */
  function tell(): void {
    hasMore = true
    if (!isTelling) void tellAll()
  }

  async function tellAll(): Promise<void> {
    isTelling = true
    while (hasMore) {
      hasMore = false
      await sql`select pg_notify(${channel}, '')`.execute(db).catch((error: unknown) => {
        log.warn({ err: error }, 'workers not told: they look by themselves')
      })
    }
    isTelling = false
  }

  return tell
}
