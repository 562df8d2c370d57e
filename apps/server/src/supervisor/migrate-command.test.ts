import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { migrateCommand } from './migrate-command.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`drop schema public cascade`.execute(database.db)
  await sql`drop schema cola cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
})
afterAll(() => database.drop())

test('the tables and the queue are brought to this version, nothing is put into them, and what was lacking is told', async () => {
  const options = { config: readConfig({ DIV_DATABASE_URL: database.url }), log: pino({ level: 'silent' }) }
  expect(await migrateCommand(options)).toMatch(
    /^La base de datos está al día\. Migraciones aplicadas: 0001-initial, .*0025-ejecuciones-baratas.*\.$/,
  )
  const { rows } = await sql`
    select (select count(*)::int from usuarios) as usuarios, to_regclass('cola.job') is not null as cola`.execute(
    database.db,
  )
  expect(rows).toEqual([{ usuarios: 0, cola: true }])
  expect(await migrateCommand(options)).toBe('La base de datos ya está al día.')
})
