import { LIMITS, type Limits } from '@div/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createApartados } from './apartados.ts'
import { createHistory, type Encoded } from './history.ts'
import { NO_MASKS } from './mascaras.ts'
import type { RunRecord } from './run-record.ts'
import { NO_SECRETS } from './secret-scope.ts'
import { TRAZA_ENTERA } from './traza.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from ejecuciones`.execute(database.db)
  await sql`delete from historial_apartado`.execute(database.db)
})

function startWorker(limits: Partial<Limits> = {}) {
  const { db, url: databaseUrl } = database
  const apartados = createApartados({ db, log })
  const history = createHistory({
    db,
    databaseUrl,
    limits: { ...LIMITS, ...limits },
    apartados,
    trazas: { tamanos: () => LIMITS, mascaras: () => NO_MASKS, maxBytes: () => null },
    log,
    nodoMotor: 'prueba:1',
    shift: () => 0,
  })
  onTestFinished(() => history.close())
  return {
    apartados,
    history,
    /** As the transaction does in which these runs end. */
    putAside: (runs: readonly Encoded[]) =>
      db.transaction().execute((trx) =>
        apartados.putAside(
          trx,
          runs.flatMap(({ fila }) => fila ?? []),
        ),
      ),
  }
}

const run = (changes: Partial<RunRecord> = {}): RunRecord => ({
  id: uuid(),
  inicio: Date.now(),
  duracionMs: 1,
  estado: 'ok',
  procesoId: uuid(),
  version: 1,
  canalId: null,
  origen: 'canal',
  entrada: { texto: 'x'.repeat(10_000) },
  pasos: [],
  pasosOmitidos: 0,
  traza: TRAZA_ENTERA,
  secretos: NO_SECRETS,
  plan: { ocultos: null, salidas: [], entrada: { clave: null } },
  ...changes,
})

const idsOf = (runs: readonly Encoded[]) => runs.map(({ run: { id } }) => id)
async function written(): Promise<string[]> {
  const rows = await database.db.selectFrom('ejecuciones').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
const asides = () => database.db.selectFrom('historialApartado').select('ejecuciones').execute()
const growOld = () =>
  sql`update historial_apartado set tomado = tomado - interval '1 minute'`.execute(database.db)

test('runs that end together are put aside by one statement, and forgotten once they are written', async () => {
  const { history, putAside } = startWorker()
  const runs = [run(), run(), run()].map(history.encode)
  const apartado = await putAside(runs)
  expect(await asides()).toEqual([{ ejecuciones: idsOf(runs) }])
  history.recordEncoded(runs, apartado)
  await history.flush()
  expect(await written()).toEqual(idsOf(runs))
  expect(await asides()).toEqual([])
})

test('what a worker did not come to write another one writes, once it is late', async () => {
  const dead = startWorker()
  const runs = [run(), run()].map(dead.history.encode)
  await dead.putAside(runs)
  const { history, apartados } = startWorker()
  expect(await apartados.takeLate()).toEqual([])
  await growOld()
  const [taken, others] = await Promise.all([apartados.takeLate(), startWorker().apartados.takeLate()])
  history.adopt([...taken, ...others])
  await history.flush()
  expect(await written()).toEqual(idsOf(runs))
  expect(await asides()).toEqual([])
  expect(history.counters().descartadas).toBe(0)
})

test('what two of them write is there once', async () => {
  const slow = startWorker()
  const runs = [run(), run(), run()].map(slow.history.encode)
  const apartado = await slow.putAside(runs)
  await growOld()
  const { history, apartados } = startWorker()
  history.adopt(await apartados.takeLate())
  slow.history.recordEncoded(runs, apartado)
  slow.history.recordEncoded([slow.history.encode(run({ id: runs[0]?.run.id ?? '' }))], null)
  await Promise.all([slow.history.flush(), history.flush()])
  expect(new Set(await written())).toEqual(new Set(idsOf(runs)))
  expect(await asides()).toEqual([])
  expect([slow, { history }].map((each) => each.history.counters().descartadas)).toEqual([0, 0])
})

test('what is written already, and was not forgotten, is only forgotten', async () => {
  const { history, apartados, putAside } = startWorker()
  const runs = [run(), run({ inicio: Date.now() + 3_600_000 })].map(history.encode)
  await putAside(runs)
  history.recordEncoded(runs, null)
  await history.flush()
  await growOld()
  expect(await apartados.takeLate()).toEqual([])
  expect(await asides()).toEqual([])
})

test('who looks for a run finds it where only its end is stored', async () => {
  const dead = startWorker()
  const runs = [run(), run()].map(dead.history.encode)
  await dead.putAside(runs)
  const { history, apartados } = startWorker()
  expect(await apartados.takeOf(uuid())).toEqual([])
  history.adopt(await apartados.takeOf(runs[1]?.run.id ?? ''))
  await history.flush()
  expect(await written()).toEqual(idsOf(runs))
})

test('where memory has no room for it others write what was put aside', async () => {
  const full = startWorker({ historialPendiente: 0 })
  const runs = [full.history.encode(run())]
  full.history.recordEncoded(runs, await full.putAside(runs))
  full.history.recordEncoded([full.history.encode(run())], null)
  expect(full.history.counters()).toMatchObject({ pendientes: 0, descartadas: 1 })
  await growOld()
  const { history, apartados } = startWorker()
  history.adopt(await apartados.takeLate())
  await history.flush()
  expect(await written()).toEqual(idsOf(runs))
})

test('of what its level leaves out nothing is put aside', async () => {
  const { history, putAside } = startWorker()
  const traza = { keeps: () => false, keepsData: () => false }
  expect(await putAside([history.encode(run({ traza }))])).toBeNull()
  expect(await asides()).toEqual([])
})
