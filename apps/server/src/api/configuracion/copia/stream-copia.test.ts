import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createSecretos } from '../../../secretos/secretos.ts'
import { streamCopia } from './stream-copia.ts'

const STANDS_STILL_MS = 50

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a copy that is taken slowly is not cut', async () => {
  const db = openDatabase(database.url, { maxConnections: 1 })
  try {
    await sql`set idle_in_transaction_session_timeout = ${sql.lit(STANDS_STILL_MS)}`.execute(db)
    const tipos: string[] = []
    const secretos = await createSecretos({ db: database.db, masterKey: randomBytes(32) })
    for await (const { tipo } of streamCopia(db, { secretos, creada: '2026-11-22', version: '1' })) {
      tipos.push(tipo)
      await setTimeout(STANDS_STILL_MS * 4)
    }
    expect(tipos.at(-1)).toBe('configuracion')
  } finally {
    await db.destroy()
  }
})
