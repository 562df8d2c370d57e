import { randomUUID } from 'node:crypto'
import { LIMITS } from '@div/contract'
import { sql } from 'kysely'
import type { Job } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestRuntime } from '../../api/testing-runtime.ts'
import { openDatabase } from '../../db/database.ts'
import { ECHO } from '../publishing/rest/rest-testing.ts'
import type { Runtime } from '../runtime.ts'
import { addTarea } from '../scheduler/scheduler-testing.ts'
import { startTestMotor, type TestMotor } from '../testing.ts'
import { createBoss, EJECUCIONES, prepareCola } from './boss.ts'
import { readEspera } from './count-cola.ts'
import type { Trabajo } from './trabajo.ts'

/** A node whose worker takes nothing, and another beside it. */
let motor: TestMotor
let other: Runtime
let otherDb: ReturnType<typeof openDatabase>
let nombres = 0

beforeAll(async () => {
  motor = await startTestMotor({ limits: { ejecucionesAsincronas: 0 } })
  otherDb = openDatabase(motor.database.url)
  other = await startTestRuntime({ db: otherDb, databaseUrl: motor.database.url, secretos: motor.secretos })
})
beforeEach(() => sql`delete from cola.job`.execute(motor.database.db))
afterAll(async () => {
  await other.close()
  await otherDb.destroy()
  await motor.close()
})

const addProceso = async (concurrencia: number | null) => {
  const id = await motor.publishProceso(ECHO)
  await motor.database.db.updateTable('procesos').set({ concurrencia }).where('id', '=', id).execute()
  return id
}
const addCanal = async (concurrencia: number | null) => {
  nombres++
  const id = await motor.publishCanal({ ruta: `canal-${nombres}`, modo: 'asincrono', concurrencia }, [])
  await other.definitions.catchUp()
  return id
}

/** Accepts so many, one after the other; answers their ids. */
async function accept(
  count: number,
  { prioridad = 0, ...changes }: Partial<Trabajo> & { procesoId: string; prioridad?: number },
): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < count; each++) {
    const idEjecucion = randomUUID()
    const trabajo: Trabajo = {
      version: null,
      canalId: null,
      tareaId: null,
      origen: 'canal',
      entrada: {},
      formato: 'json',
      tiempoMaximoMs: 1_000,
      ...changes,
    }
    await motor.runtime.cola.accept({ idEjecucion, trabajo, prioridad })
    ids.push(idEjecucion)
  }
  return ids
}

const fetchIds = async (count: number) => (await motor.runtime.cola.fetch(count)).map(({ id }) => id)

async function end(jobs: readonly Pick<Job<Trabajo>, 'id'>[]): Promise<void> {
  await sql`update cola.job set state = 'completed'
    where name = ${EJECUCIONES} and id = any(${jobs.map(({ id }) => id)}::uuid[])`.execute(motor.database.db)
}

test('two nodes that fetch at the same moment do not begin more of a canal than it allows', async () => {
  const procesoId = await addProceso(null)
  const canalId = await addCanal(1)
  await accept(40, { procesoId, canalId })
  for (let round = 0; round < 20; round++) {
    const nodes = [motor.runtime, other, motor.runtime, other]
    const jobs = (await Promise.all(nodes.map(({ cola }) => cola.fetch(2)))).flat()
    expect(jobs).toHaveLength(1)
    await end(jobs)
  }
})

test('what a bounded canal keeps waiting keeps nobody else waiting', async () => {
  const procesoId = await addProceso(null)
  const bounded = await accept(10, { procesoId, canalId: await addCanal(1) })
  const free = await accept(2, { procesoId })
  const also = await accept(1, { procesoId, canalId: await addCanal(1) })
  expect(await fetchIds(4)).toEqual(expect.arrayContaining([...bounded.slice(0, 1), ...free, ...also]))
})

test('whoever fetches reads nothing of what waits for a full canal', async () => {
  const procesoId = await addProceso(null)
  const canalId = await addCanal(1)
  await accept(1, { procesoId, canalId })
  await fetchIds(1)
  const { db } = motor.database
  await sql`
    insert into cola.job (name, data, group_id, created_on)
    select ${EJECUCIONES}, '{}', ${canalId}, now() - interval '1 hour' from generate_series(1, 20000)`.execute(
    db,
  )
  await sql`analyze cola.job_common`.execute(db)
  const plan = async (statement: ReturnType<typeof sql>) => {
    const { rows } = await sql<Record<string, string>>`explain (analyze, buffers) ${statement}`.execute(db)
    return rows.map((row) => Object.values(row)).join('\n')
  }
  const next = sql`select id from cola.job
    where name = ${sql.lit(EJECUCIONES)} and state < 'active' and not blocked order by priority desc, created_on limit 4`
  expect(await plan(next)).not.toMatch(/Removed by Filter: \d{3}/)
  expect(await fetchIds(4)).toEqual([])
})

test('a run holds the bound of its canal and that of its proceso', async () => {
  const bounded = await addProceso(2)
  const free = await addProceso(null)
  const [narrow, wide] = [await addCanal(1), await addCanal(5)]
  const first = await accept(3, { procesoId: bounded, canalId: narrow })
  const second = await accept(3, { procesoId: bounded, canalId: wide })
  const third = await accept(1, { procesoId: free, canalId: narrow })
  const fourth = await accept(1, { procesoId: free, canalId: wide })
  const begun = await fetchIds(10)
  expect(begun.toSorted()).toEqual([first[0], second[0], fourth[0]].toSorted())
  await end([{ id: String(first[0]) }])
  // By their order the next of the canal is of the proceso, which has a place again.
  expect(await fetchIds(10)).toEqual([first[1]])
  await end([{ id: String(first[1]) }, { id: String(second[0]) }])
  expect((await fetchIds(10)).toSorted()).toEqual([first[2], second[1]].toSorted())
  await end([{ id: String(first[2]) }])
  expect((await fetchIds(10)).toSorted()).toEqual([...third, second[2]].toSorted())
})

test('whoever tries a draft waits for no turn', async () => {
  const procesoId = await addProceso(1)
  await addCanal(null)
  const [published] = await accept(2, { procesoId })
  const [draft] = await accept(1, { procesoId, origen: 'prueba', flujo: ECHO })
  expect((await fetchIds(5)).toSorted()).toEqual([published, draft].toSorted())
})

test('of what is bounded the more urgent begins first', async () => {
  const procesoId = await addProceso(1)
  await addCanal(null)
  await accept(2, { procesoId })
  const urgent = await accept(1, { procesoId, prioridad: 7 })
  expect(await fetchIds(5)).toEqual(urgent)
})

test('a bound that is changed holds for what waits', async () => {
  const procesoId = await addProceso(1)
  await addCanal(null)
  await accept(5, { procesoId })
  expect(await fetchIds(5)).toHaveLength(1)
  const { db } = motor.database
  const change = (concurrencia: number | null) =>
    db.updateTable('procesos').set({ concurrencia }).where('id', '=', procesoId).execute()
  await change(3)
  expect(await fetchIds(5)).toHaveLength(2)
  await change(null)
  expect(await fetchIds(5)).toHaveLength(2)
})

test('a run whose worker died goes before those that wait, in its own place', async () => {
  const procesoId = await addProceso(1)
  await addCanal(null)
  const [first, second] = await accept(2, { procesoId })
  const [job] = await motor.runtime.cola.fetch(2)
  expect(job).toMatchObject({ id: first, retryCount: 0 })
  const { boss, close } = createBoss(motor.database.url, pino({ level: 'silent' }))
  await boss.start()
  await boss.fail(EJECUCIONES, String(first))
  await close()
  expect(await motor.runtime.cola.fetch(2)).toMatchObject([{ id: first, retryCount: 1 }])
  await end([{ id: String(first) }])
  expect(await fetchIds(2)).toEqual([second])
})

/** A tarea whose firings wait for each other, of a durable proceso. */
async function addEncolada() {
  const procesoId = await motor.publishProceso(ECHO, 'durable')
  const tareaId = await addTarea(motor, procesoId, { activo: false, solapamiento: 'encolar' })
  return { procesoId, tareaId, origen: 'tarea' } as const
}

/** Takes the next run, as a worker does that puts it to sleep. */
async function layNextDown(id: string): Promise<void> {
  const { cola, durables } = motor.runtime
  const [job] = await cola.fetch(1)
  if (job?.id !== id) throw new Error('another run was next')
  const { intento } = await durables.claim({ id, trabajo: job.data, version: 1, perdidas: 0 })
  const pedida = { clase: 'senal', vence: null } as const
  await cola.sleep([{ job, intento, esperas: [{ nodo: 'n1', iteracion: null, region: null, pedida }] }])
}

const wake = (id: string) =>
  motor.database.db.transaction().execute((trx) => motor.runtime.cola.esperas.wake(trx, [id]))

test('a run that slept goes on before those that were queued before it began', async () => {
  const tarea = { ...(await addEncolada()), enOrden: true as const }
  const [first = '', second = ''] = await accept(2, tarea)
  await layNextDown(first)
  expect(await fetchIds(1)).toEqual([])
  await wake(first)
  expect(await fetchIds(2)).toEqual([first])
  await end([{ id: first }])
  expect(await fetchIds(2)).toEqual([second])
})

test('what an earlier version left of a tarea waits as before', async () => {
  const { db, url } = motor.database
  const tarea = await addEncolada()
  await sql`drop index cola.job_common_turnos`.execute(db)
  await sql`drop trigger esperar_turno on cola.job_common`.execute(db)
  const ids = await accept(3, tarea)
  const [asleep = '', queued = '', last = ''] = ids
  await sql`update cola.job set group_id = ${tarea.tareaId}, group_tier = 'de-uno-en-uno'`.execute(db)
  await layNextDown(asleep)
  const grupo = JSON.stringify({ id: tarea.tareaId, tier: 'de-uno-en-uno' })
  await db.updateTable('ejecucionesDurables').set({ grupo }).where('id', '=', asleep).execute()
  await prepareCola(url, LIMITS)
  expect(await fetchIds(3)).toEqual([])
  await wake(asleep)
  expect(await fetchIds(3)).toEqual([asleep])
  await end([{ id: asleep }])
  await layNextDown(queued)
  await wake(queued)
  expect(await fetchIds(3)).toEqual([queued])
  await end([{ id: queued }])
  expect(await fetchIds(3)).toEqual([last])
})

test('what waits for its canal does not say that workers are missing', async () => {
  const procesoId = await addProceso(null)
  const canalId = await addCanal(1)
  const { db } = motor.database
  await accept(2, { procesoId, canalId })
  await sql`update cola.job set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds'`.execute(
    db,
  )
  expect(await readEspera(db)).toBeGreaterThan(80)
  expect(await fetchIds(2)).toHaveLength(1)
  expect(await readEspera(db)).toBeNull()
})
