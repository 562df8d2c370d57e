import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAnswers } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { postgresPeer } from './peers.ts'
import { startTargetPostgres, type TargetPostgres } from './target-postgres.ts'

const KNOWN = ['200', '502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO', '504 TIEMPO_AGOTADO']
const REASONS =
  /no responde: .*(cerró la conexión|nadie escucha|terminating connection|starting up|shutting down)|está en pausa|no terminó en 2000 ms/

let faults: FaultMotor
let target: TargetPostgres

beforeAll(async () => {
  faults = await startFaultMotor()
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
    let isOver = false
    const told: Awaited<ReturnType<FaultMotor['callAll']>> = []
    const load = Array.from({ length: 12 }, async () => {
      while (!isOver) {
        told.push(await faults.call('reiniciado'))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
    await target.restart(signal, 300)
    await expect.poll(async () => (await faults.call('reiniciado')).status, { timeout: 5_000 }).toBe(200)
    isOver = true
    await Promise.all(load)
    await bystanders.stop()

    const answers = countAnswers(told)
    expect(Object.keys(answers).filter((answer) => !KNOWN.includes(answer))).toEqual([])
    expect(Object.keys(answers)).not.toEqual(['200'])
    expect((await faults.takeErrors()).filter((each) => !REASONS.test(each))).toEqual([])
    expect(bystanders.seen.refused).toEqual([])
    expect(countAnswers(await faults.callAll('reiniciado', 12))).toEqual({ 200: 12 })
    await faults.expectWhole()
  },
)
