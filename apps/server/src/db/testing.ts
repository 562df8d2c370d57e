import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LIMITS } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { prepareCola } from '../motor/async-pool/boss.ts'
import { openDatabase } from './database.ts'
import { migrateDatabase } from './migrate.ts'
import type { Database } from './tables.ts'

const TEMPLATE = 'div_plantilla'

export interface TestDatabase {
  url: string
  db: Kysely<Database>
  drop(): Promise<void>
}

/** Called once by the global setup: the migrated database that every test database is a copy of. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `create database ${TEMPLATE}`)
  const db = openDatabase(withDatabase(serverUrl, TEMPLATE), { maxConnections: 1 })
  await migrateDatabase(db)
  await db.destroy()
  await prepareCola(withDatabase(serverUrl, TEMPLATE), LIMITS)
}

/** A migrated database of its own, on the server that the tests started. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.DIV_TEST_POSTGRES
  if (!serverUrl) throw new Error('DIV_TEST_POSTGRES is set by tests/global-setup.ts')
  const name = `prueba_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = withDatabase(serverUrl, name)
  const db = openDatabase(url)
  return {
    url,
    db,
    async drop() {
      await db.destroy()
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Until so many connections to the database wait for a lock of another one. */
export async function untilWaiting(db: Kysely<Database>, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    if (rows[0]?.waiting === count) return
    await setTimeout(5)
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
