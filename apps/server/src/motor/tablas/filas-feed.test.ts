import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener } from '../../db/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { startFilasFeed } from './filas-feed.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a change of rows is heard, and is no change of what is published', async () => {
  const { db, url } = database
  const id = crypto.randomUUID()
  await db
    .insertInto('tablas')
    .values({ id, nombre: 't', descripcion: '', categoriaId: null, columnas: '[]', actualizadoPor: null })
    .execute()
  const listener = createListener(url)
  let refreshed = 0
  const feed = startFilasFeed({
    listener,
    log: pino({ level: 'silent' }),
    refresh: async () => {
      refreshed++
    },
  })
  // Once when the connection stands: what happened before nobody heard.
  await expect.poll(() => refreshed, { timeout: 5_000 }).toBe(1)
  const { cambios } = await db
    .selectFrom('cambios')
    .select((select) => select.fn.countAll<string>().as('cambios'))
    .executeTakeFirstOrThrow()

  await db.insertInto('tablaFilas').values({ tablaId: id, datos: '{}' }).execute()
  await db
    .updateTable('tablas')
    .set({ actualizadoEn: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await expect.poll(() => refreshed, { timeout: 2_000 }).toBe(2)
  const after = await db
    .selectFrom('cambios')
    .select((select) => select.fn.countAll<string>().as('cambios'))
    .executeTakeFirstOrThrow()
  expect(after.cambios).toBe(cambios)
  await feed.close()
  await listener.close()
})
