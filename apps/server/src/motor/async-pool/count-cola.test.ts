import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { AVISOS, createBoss, EJECUCIONES } from './boss.ts'
import { countCola, readEspera } from './count-cola.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => sql`delete from cola.job`.execute(database.db))
afterAll(() => database.drop())

/** Runs that wait since so many seconds; less than none: they are to begin later. */
async function wait({
  prioridad,
  segundos,
  count = 1,
}: {
  prioridad: number
  segundos: number
  count?: number
}) {
  await sql`
    insert into cola.job (name, data, priority, start_after, created_on)
    select ${EJECUCIONES}, '{}', ${prioridad}, moment, moment
    from (select now() - make_interval(secs => ${segundos}) as moment from generate_series(1, ${count}::int)) as moments`.execute(
    database.db,
  )
}

test('nobody waits', async () => {
  expect(await readEspera(database.db)).toBeNull()
})

test('a run that is to begin later waits for no worker', async () => {
  await wait({ prioridad: 0, segundos: -600 })
  expect(await readEspera(database.db)).toBeNull()
})

test('the oldest of all priorities is the one that has waited longest', async () => {
  await wait({ prioridad: 0, segundos: 100 })
  await wait({ prioridad: 0, segundos: 60 })
  await wait({ prioridad: 5, segundos: -600 })
  await wait({ prioridad: 5, segundos: 10 })
  await wait({ prioridad: -3, segundos: 300 })
  expect(Math.floor((await readEspera(database.db)) ?? 0)).toBe(300)
  expect(await countCola(database.db)).toMatchObject({ enEspera: 5, ejecutando: 0 })
})

test('of the ends that are still to be told those that failed before are counted apart, also while they are told again', async () => {
  const jobs = [
    { state: 'created', tries: 0 },
    { state: 'active', tries: 0 },
    { state: 'retry', tries: 0 },
    { state: 'active', tries: 1 },
    // Given back by a worker that stopped.
    { state: 'created', tries: 2 },
    { state: 'completed', tries: 3 },
  ]
  for (const { state, tries } of jobs) {
    await sql`
      insert into cola.job (name, data, state, retry_count)
      values (${AVISOS}, '{}', ${state}::cola.job_state, ${tries})`.execute(database.db)
  }
  expect(await countCola(database.db)).toMatchObject({
    avisosPendientes: 5,
    avisosReintentados: 3,
    avisosFallidos: 0,
  })
})

test('whoever looks for lost workers reads nothing of what waits, and counts no queue', async () => {
  await wait({ prioridad: 0, segundos: -600, count: 5_000 })
  await sql`analyze cola.job_common`.execute(database.db)
  const { rows } = await sql<Record<string, string>>`
    explain select id from cola.job
    where state = 'active' and heartbeat_seconds is not null and name = any(${[EJECUCIONES]}::text[])`.execute(
    database.db,
  )
  expect(rows.map((row) => Object.values(row)).join('\n')).toContain('job_common_activas')

  const { boss, close } = createBoss(database.url, pino({ level: 'silent' }))
  try {
    await boss.start()
    await boss.supervise()
  } finally {
    await close()
  }
  const looked = await sql`
    select monitor_claim_on is not null as looked, monitor_on is not null as counted from cola.queue
    where name = ${EJECUCIONES}`.execute(database.db)
  expect(looked.rows).toEqual([{ looked: true, counted: false }])
})

test('of what is accepted nobody asks whether its queue is there', async () => {
  const { rows } = await sql`
    select conname from pg_constraint where conrelid = 'cola.job_common'::regclass and contype = 'f'`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})
