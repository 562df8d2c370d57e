import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { postgresPeer } from './peers.ts'

const HOUR_MS = 3_600_000
const SLOW = 'lento'
const LATE = 'tarde'
const SLOW_MS = 300

let faults: FaultMotor

beforeAll(async () => {
  faults = await startFaultMotor()
  const peer = postgresPeer()
  const servidor = peer.servidorAt(peer.address)
  const servidorId = await faults.addServidor(servidor)
  const waiting = (seconds: number) => ({
    servidorId,
    tipoServidor: servidor.tipoServidor,
    tipoObjeto: 'consulta',
    objeto: { sql: `select pg_sleep(${seconds})` },
  })
  await faults.publishCall(SLOW, waiting(SLOW_MS / 1_000), { tiempoMaximoMs: 5_000 })
  await faults.publishCall(LATE, waiting(30), { tiempoMaximoMs: SLOW_MS })
})
afterAll(() => faults?.close())
afterEach(() => vi.useRealTimers())

function moveClock(byMs: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })
}

describe.each([
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
])('a clock that jumps %s an hour', (_way, jumpMs) => {
  test('leaves the runs under way and those to come their time', async () => {
    const [under, late] = [faults.callAll(SLOW, 4), faults.callAll(LATE, 2)]
    await new Promise((resolve) => setTimeout(resolve, 50))
    moveClock(jumpMs)
    const told = [...(await under), ...(await faults.callAll(SLOW, 4)), await faults.call(HEALTHY)]
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
    const ended = [...(await late), await faults.call(LATE)]
    for (const { status, codigo, ms } of ended) {
      expect({ status, codigo }).toEqual({ status: 504, codigo: 'TIEMPO_AGOTADO' })
      expect(ms).toBeGreaterThan(SLOW_MS - 50)
      expect(ms).toBeLessThan(SLOW_MS + 5_000)
    }
    await faults.expectWhole()
  })

  test('is followed by what is shown and stored', async () => {
    const { runtime, database } = faults.motor
    await runtime.history.flush()
    await database.db.deleteFrom('ejecuciones').execute()
    moveClock(jumpMs)
    const call = faults.call(SLOW)
    await expect.poll(() => runtime.enCurso.list(Number.POSITIVE_INFINITY)).toHaveLength(1)
    const [shown] = runtime.enCurso.list(Number.POSITIVE_INFINITY)
    expect(Math.abs((shown?.inicio ?? 0) - Date.now())).toBeLessThan(10_000)
    await call
    await runtime.history.flush()
    const [stored] = await database.db.selectFrom('ejecuciones').select(['inicio', 'duracionMs']).execute()
    expect(Math.abs((stored?.inicio.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
    expect(stored?.duracionMs).toBeGreaterThan(SLOW_MS - 50)
    expect(stored?.duracionMs).toBeLessThan(10_000)
  })
})
