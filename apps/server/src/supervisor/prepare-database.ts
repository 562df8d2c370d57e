import { type Kysely, sql } from 'kysely'
import type { Config } from '../config.ts'
import { checkConnection } from '../db/check-connection.ts'
import { openDatabase } from '../db/database.ts'
import { migrateDatabase } from '../db/migrate.ts'
import type { Database } from '../db/tables.ts'
import { prepareCola } from '../motor/async-pool/boss.ts'
import { loadMasterKey } from '../secretos/master-key.ts'
import { createSecretos } from '../secretos/secretos.ts'
import { firstStart } from './first-start.ts'

/** Any number that is always the same: "DIV" in ASCII. */
const LOCK = 0x44_49_56

/**
 * Makes the database fit for this version: checks it, migrates it, proves the master key and, the first time, fills it. Of several
 * nodes that start at once one does it while the others wait. Answers the first admin's password when it was made now.
 */
export function prepareDatabase(config: Config, databaseUrl: string): Promise<string | null> {
  return withDatabase(databaseUrl, async (db) => {
    await bringUpToDate(db, config, databaseUrl)
    const secretos = await createSecretos({ db, masterKey: await loadMasterKey(config) })
    return firstStart({ db, secretos, config })
  })
}

/** Only the tables: what takes long of an upgrade is done before nodes start that somebody waits for. Answers what it lacked. */
export function migrateOnly(config: Config, databaseUrl: string): Promise<string[]> {
  return withDatabase(databaseUrl, (db) => bringUpToDate(db, config, databaseUrl))
}

async function bringUpToDate(
  db: Kysely<Database>,
  { limits }: Pick<Config, 'limits'>,
  databaseUrl: string,
): Promise<string[]> {
  const applied = await migrateDatabase(db)
  await prepareCola(databaseUrl, limits)
  return applied
}

async function withDatabase<Result>(
  databaseUrl: string,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(databaseUrl, { maxConnections: 3, applicationName: 'div-supervisor' })
  try {
    await checkConnection(db)
    return await underLock(db, () => work(db))
  } finally {
    await db.destroy()
  }
}

/** The lock is the session's: it goes with the connection, also when the process is killed. */
function underLock<Result>(db: Kysely<Database>, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(session)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(session)
    }
  })
}
