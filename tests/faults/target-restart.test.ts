import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACK_MS, countAnswers, expectTold, TOLD_AWAY } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { postgresPeer } from './peers.ts'
import { startTargetPostgres, type TargetPostgres } from './target-postgres.ts'

const REASONS =
  /no responde: .*(cerró la conexión|nadie escucha|terminating connection|starting up|not yet accepting|shutting down)|está en pausa|no terminó en 2000 ms/

let faults: FaultMotor
let target: TargetPostgres

beforeAll(async () => {
  // As by default: it refuses what would only wait, and that is an answer.
  faults = await startFaultMotor({ ocupacionWorker: LIMITS.ocupacionWorker })
  target = await startTargetPostgres()
  const peer = postgresPeer(target.url)
  const servidor = peer.servidorAt(peer.address)
  const servidorId = await faults.addServidor({
    ...servidor,
    resiliencia: { tiempoMaximoMs: 2_000, cortacircuitos: { umbral: 5, reaperturaMs: 200 } },
  })
  const { tipoServidor } = servidor
  const { tipoObjeto, objeto } = peer
  await faults.publishCall('reiniciado', { servidorId, tipoServidor, tipoObjeto, objeto })
})
afterAll(async () => {
  await faults?.close()
  await target?.close()
})

test.each([
  ['restarted in order', 'SIGINT'],
  ['killed and started again', 'SIGKILL'],
] as const)(
  'the PostgreSQL of a servidor that is %s under load is used again by itself',
  async (_how, signal) => {
    expect(await faults.call('reiniciado')).toMatchObject({ status: 200 })
    const bystanders = faults.watch(HEALTHY)
    const load = faults.load('reiniciado')
    const refused = () => load.told.some(({ status }) => status !== 200)
    await target.restart(signal, async () => {
      await bystanders.expectAnswered()
      await expect.poll(refused, { timeout: BACK_MS }).toBe(true)
    })
    await expect.poll(async () => (await faults.call('reiniciado')).status, { timeout: BACK_MS }).toBe(200)
    await Promise.all([load.stop(), bystanders.stop()])

    // Where new connections take long to come, not everybody is let in to wait for one (decision 2026-11-21-admission).
    expectTold(load.told, [...TOLD_AWAY, '503 SATURADO'])
    expect((await faults.takeErrors()).filter((each) => !REASONS.test(each))).toEqual([])
    bystanders.expectUnharmed()
    await expect
      .poll(async () => countAnswers(await faults.callAll('reiniciado', 12)), { timeout: BACK_MS })
      .toEqual({ 200: 12 })
    await faults.expectWhole()
  },
  2 * BACK_MS,
)
