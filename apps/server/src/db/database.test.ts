import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { createTestDatabase } from './testing.ts'

test('a session of ours that stands still within a transaction is ended by the database, and its locks with it', async () => {
  const database = await createTestDatabase()
  const session = openDatabase(database.url, { maxConnections: 1 })
  try {
    const { rows } = await sql<{ setting: string }>`
      select current_setting('idle_in_transaction_session_timeout') as setting`.execute(session)
    expect(rows).toEqual([{ setting: '1min' }])
    const standing = session.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 50`.execute(trx)
      await sql`select pg_advisory_xact_lock(1)`.execute(trx)
      await sql`select pg_advisory_xact_lock(1)`.execute(database.db)
      await sql`select`.execute(trx)
    })
    expect(isDatabaseAway(await standing.catch((error: unknown) => error))).toBe(true)
  } finally {
    await session.destroy()
    await database.drop()
  }
})
