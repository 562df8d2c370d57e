import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { addHoras } from '../../motor/history/horas-repository.ts'
import { HourlyCounts } from '../../motor/history/hourly-counts.ts'
import { isBoundedAbove, withinHoras } from './within-horas.ts'

const [PROCESO, OTRO, CANAL] = [uuid(), uuid(), uuid()]
const at = (hour: string) => new Date(`2026-11-20T${hour}:00:00Z`)
const NOW = new Date('2026-11-20T20:30:00Z').getTime()
/** The hour before this one. */
const UNCOUNTED = at('19')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const counts = new HourlyCounts()
  const add = (hour: string, duracionMs: number, procesoId: string, canalId: string | null) =>
    counts.add({ id: uuid(), procesoId, canalId, estado: 'ok', duracionMs }, at(hour).getTime() + 60_000)
  add('08', 0.5, OTRO, null)
  add('10', 0.5, PROCESO, CANAL)
  add('09', 40, PROCESO, null)
  add('11', 7_000, PROCESO, CANAL)
  await addHoras(database.db, counts.take())
})
afterAll(() => database.drop())

test.each([
  ['as short', { duracionMaxMs: 1 }, at('08')],
  ['as short of a proceso', { duracionMaxMs: 1, procesoId: PROCESO }, at('10')],
  ['within a range', { duracionMinMs: 36, duracionMaxMs: 50 }, at('09')],
  ['within a range of which nothing is counted', { duracionMinMs: 61, duracionMaxMs: 90 }, UNCOUNTED],
  ['of a canal', { duracionMaxMs: 50, canalId: CANAL }, at('10')],
  ['that are as short and began later', { duracionMaxMs: 1, desde: at('12') }, at('12')],
])('runs that are %s are looked for from the first hour on that has any', async (_what, filter, desde) => {
  expect(await withinHoras(database.db, filter, NOW)).toEqual({ ...filter, desde })
})

test.each([
  [true, { duracionMaxMs: 5 }],
  [true, { duracionMaxMs: 90, duracionMinMs: 20 }],
  [false, { duracionMaxMs: 7_000, duracionMinMs: 1_000 }],
  [false, { duracionMinMs: 20 }],
])('it is %s that an index is missing for %j', (isMissing, filter) => {
  expect(isBoundedAbove(filter)).toBe(isMissing)
})
