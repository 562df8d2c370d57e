import pg from 'pg'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { migrateDatabase } from '../apps/server/src/db/migrate.ts'

export interface OwnDatabase {
  db: ReturnType<typeof openDatabase>
  /** For what is written in SQL alone. */
  client: pg.Client
}

/** With the tables of the product in a database of its own, which is gone afterwards. */
export async function inOwnDatabase<Result>(
  server: string,
  { name, measure }: { name: string; measure: (own: OwnDatabase) => Promise<Result> },
): Promise<Result> {
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    const own = new URL(server)
    own.pathname = `/${name}`
    const db = openDatabase(own.href)
    const client = new pg.Client(own.href)
    await client.connect()
    try {
      await migrateDatabase(db)
      return await measure({ db, client })
    } finally {
      await client.end()
      await db.destroy()
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
