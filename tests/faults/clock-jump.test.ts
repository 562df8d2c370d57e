import pg from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { BACK_MS, TOLD_LATE } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { postgresPeer } from './peers.ts'

const HOUR_MS = 3_600_000
/** Whatever is off by it followed the clock. */
const JUMPED_MS = HOUR_MS / 2
const HELD = 'retenido'
const LATE = 'tarde'
const LATE_MS = 2_000
/** Held by a test while runs are to go on. */
const LOCK = 20_263

let faults: FaultMotor
let holder: pg.Client

beforeAll(async () => {
  faults = await startFaultMotor()
  const peer = postgresPeer()
  const servidor = peer.servidorAt(peer.address)
  const servidorId = await faults.addServidor(servidor)
  const waiting = (sql: string) => ({
    servidorId,
    tipoServidor: servidor.tipoServidor,
    tipoObjeto: 'consulta',
    objeto: { sql },
  })
  await faults.publishCall(HELD, waiting(`select pg_advisory_xact_lock_shared(${LOCK})`))
  await faults.publishCall(LATE, waiting('select pg_sleep(60)'), { tiempoMaximoMs: LATE_MS })
})
afterAll(() => faults?.close())
beforeEach(async () => {
  holder = new pg.Client(process.env.DIV_TEST_POSTGRES)
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [LOCK])
})
afterEach(async () => {
  vi.useRealTimers()
  await holder.end()
})

const letGo = () => holder.query('select pg_advisory_unlock($1)', [LOCK])
const listRuns = () => faults.motor.runtime.enCurso.list(Number.POSITIVE_INFINITY)

async function untilUnderWay(count: number) {
  await expect.poll(() => listRuns().length, { timeout: BACK_MS }).toBe(count)
}

function moveClock(byMs: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs, shouldAdvanceTime: true })
}

describe.each([
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
])('a clock that jumps %s an hour', (_way, jumpMs) => {
  test(
    'leaves the runs under way and those to come their time',
    async () => {
      const bystanders = faults.watch(HEALTHY)
      onTestFinished(bystanders.stop)
      const [under, late] = [faults.callAll(HELD, 4), faults.callAll(LATE, 2)]
      await expect.poll(faults.leased, { timeout: BACK_MS }).toBe(6)
      moveClock(jumpMs)
      await bystanders.expectAnswered()
      const later = faults.call(LATE)
      await letGo()
      const told = [...(await under), ...(await faults.callAll(HELD, 4))]
      expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
      for (const each of [...(await late), await later]) {
        expect(each).toMatchObject(TOLD_LATE)
        expect(each.ms).toBeGreaterThan(LATE_MS / 2)
        expect(each.ms).toBeLessThan(JUMPED_MS)
      }
      await bystanders.stop()
      bystanders.expectUnharmed()
      await faults.expectWhole()
    },
    BACK_MS,
  )

  test(
    'is followed by what is shown and stored',
    async () => {
      const { runtime, database } = faults.motor
      await runtime.history.flush()
      await database.db.deleteFrom('ejecuciones').execute()
      moveClock(jumpMs)
      const call = faults.call(HELD)
      await untilUnderWay(1)
      const [shown] = listRuns()
      expect(Math.abs((shown?.inicio ?? 0) - Date.now())).toBeLessThan(JUMPED_MS)
      await letGo()
      await call
      await runtime.history.flush()
      const [stored] = await database.db.selectFrom('ejecuciones').select(['inicio', 'duracionMs']).execute()
      expect(Math.abs((stored?.inicio.getTime() ?? 0) - Date.now())).toBeLessThan(JUMPED_MS)
      expect(stored?.duracionMs).toBeGreaterThan(0)
      expect(stored?.duracionMs).toBeLessThan(JUMPED_MS)
      await faults.expectWhole()
    },
    BACK_MS,
  )
})
