import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { addHoras, purgeHoras, readActividad, summarizeHoras } from './horas-repository.ts'
import { HourlyCounts } from './hourly-counts.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 0, 2, 12, 30)
const [procesoId, idleId, oldId, canalId] = [uuid(), uuid(), uuid(), uuid()]
const lastId = uuid()
const oldRunId = uuid()
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const run = { id: uuid(), procesoId, canalId, estado: 'ok', duracionMs: 10 }
  const counts = new HourlyCounts()
  counts.add({ ...run, canalId: null }, NOW - HOUR_MS)
  counts.add(run, NOW - HOUR_MS)
  counts.add({ ...run, id: oldRunId, procesoId: oldId, estado: 'error' }, NOW - 50 * HOUR_MS)
  await addHoras(database.db, counts.take())
  counts.add({ ...run, estado: 'error', duracionMs: 300 }, NOW - HOUR_MS)
  counts.add({ ...run, id: lastId, estado: 'cancelada' }, NOW)
  await addHoras(database.db, counts.take())
})
afterAll(() => database.drop())

const read = (ids: string[], columna: 'proceso_id' | 'canal_id' = 'proceso_id') =>
  readActividad(database.db, { columna, ids, now: NOW })

test('what writers add at different times is one sum an hour, oldest first', async () => {
  const { horas, ...figures } = (await read([procesoId])).get(procesoId) ?? { horas: [] }
  expect(horas).toEqual([
    ...Array.from({ length: 22 }, () => ({ total: 0, errores: 0 })),
    { total: 3, errores: 1 },
    { total: 1, errores: 0 },
  ])
  expect(figures).toEqual({
    total: 4,
    errores: 1,
    porcentajeErrores: 25,
    mediaMs: 82.5,
    // Of a class that reaches to 500 ms: no run lasted longer than the longest.
    p95Ms: expect.closeTo(280),
    ultima: { id: lastId, inicio: new Date(NOW).toISOString(), estado: 'cancelada' },
  })
})

test('a canal counts only what came through it', async () => {
  expect((await read([canalId], 'canal_id')).get(canalId)).toMatchObject({ total: 3, errores: 1 })
})

test('the last run is told although it is older than the figures; what never ran is not there', async () => {
  const found = await read([oldId, idleId])
  expect([...found.keys()]).toEqual([oldId])
  expect(found.get(oldId)).toMatchObject({
    total: 0,
    porcentajeErrores: null,
    mediaMs: null,
    p95Ms: null,
    ultima: { id: oldRunId, estado: 'error' },
  })
})

test('the sum of all is told although only the busiest are listed', async () => {
  const desde = new Date(NOW - 100 * HOUR_MS)
  const { total, errores, procesos } = await summarizeHoras(database.db, { desde, limite: 1 })
  expect({ total, errores }).toEqual({ total: 5, errores: 2 })
  expect(procesos).toMatchObject([{ procesoId, proceso: null, total: 4 }])
})

test('hours of before a latency class was added are read, and added to', async () => {
  const slowId = uuid()
  const counts = new HourlyCounts()
  const run = { id: uuid(), procesoId: slowId, canalId: null, estado: 'ok', duracionMs: 10 }
  counts.add(run, NOW)
  await addHoras(
    database.db,
    counts.take().map((count) => ({ ...count, clases: count.clases.slice(0, 18) })),
  )
  expect((await read([slowId])).get(slowId)?.p95Ms).toBeLessThan(12)
  for (let each = 0; each < 19; each++) counts.add({ ...run, duracionMs: 75_000 }, NOW)
  await addHoras(database.db, counts.take())
  expect((await read([slowId])).get(slowId)?.p95Ms).toBeGreaterThan(60_000)
  await database.db.deleteFrom('ejecucionesHoras').where('procesoId', '=', slowId).execute()
})

test('of an hour whose longest run nobody wrote down its class is told', async () => {
  const oldestId = uuid()
  const counts = new HourlyCounts()
  const run = { id: uuid(), procesoId: oldestId, canalId: null, estado: 'ok', duracionMs: 25_000 }
  counts.add(run, NOW)
  await addHoras(database.db, counts.take())
  const p95 = async () => (await read([oldestId])).get(oldestId)?.p95Ms
  expect(await p95()).toBeCloseTo(24_250)
  await sql`update ejecuciones_horas set maxima_ms = default where proceso_id = ${oldestId}`.execute(
    database.db,
  )
  expect(await p95()).toBeCloseTo(29_000)
  counts.add(run, NOW)
  await addHoras(database.db, counts.take())
  expect(await p95()).toBeCloseTo(29_000)
  await database.db.deleteFrom('ejecucionesHoras').where('procesoId', '=', oldestId).execute()
})

test('what is older than the history is forgotten', async () => {
  await purgeHoras(database.db, new Date(NOW - 40 * HOUR_MS))
  expect((await read([procesoId, oldId])).size).toBe(1)
})
