import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAnswers } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { httpPeer, type Peer, postgresPeer } from './peers.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Few, so that a test can fill a worker. */
const PLACES = 60

let faults: FaultMotor
let service: Peer
let proxy: TcpProxy

beforeAll(async () => {
  faults = await startFaultMotor({ ejecucionesPorWorker: PLACES })
  service = await httpPeer()
  proxy = await startTcpProxy(service.address)
})
afterAll(async () => {
  await faults?.close()
  await proxy?.close()
  await service?.close()
})

test('a pool without a free connection: 503 after the wait that it allows, and whole again after', async () => {
  const peer = postgresPeer()
  const servidor = peer.servidorAt(peer.address)
  const pool = { max: 2, esperaMs: 150 }
  const servidorId = await faults.addServidor({ ...servidor, pool })
  const { tipoServidor } = servidor
  const objeto = { sql: 'select pg_sleep(0.5)' }
  await faults.publishCall('agotado', { servidorId, tipoServidor, tipoObjeto: 'consulta', objeto })
  const bystanders = faults.watch(HEALTHY)
  const told = await faults.callAll('agotado', 10)
  await bystanders.stop()
  expect(countAnswers(told)).toEqual({ 200: 2, '503 POOL_AGOTADO': 8 })
  for (const { status, retryAfter, ms } of told) {
    if (status === 200) continue
    expect(retryAfter).toBeGreaterThanOrEqual(1)
    expect(ms).toBeLessThan(pool.esperaMs + 2_000)
  }
  expect(bystanders.seen.refused).toBe(0)
  await faults.expectWhole()
  expect(countAnswers(await faults.callAll('agotado', 2))).toEqual({ 200: 2 })
})

test('however many wait for a servidor that says nothing, canales that do not need it have their place', async () => {
  const servidor = service.servidorAt(proxy)
  const servidorId = await faults.addServidor({ ...servidor, resiliencia: { tiempoMaximoMs: 1_500 } })
  const { tipoServidor } = servidor
  const { tipoObjeto, objeto } = service
  for (const ruta of ['mudo-1', 'mudo-2']) {
    await faults.publishCall(ruta, { servidorId, tipoServidor, tipoObjeto, objeto })
  }
  await proxy.fail({ kind: 'blackhole' })
  const stuck = Promise.all([faults.callAll('mudo-1', PLACES), faults.callAll('mudo-2', PLACES)])
  await expect.poll(() => faults.motor.motor.active()).toBeGreaterThan(PLACES / 2)
  const bystanders = faults.watch(HEALTHY)
  const told = countAnswers((await stuck).flat())
  await bystanders.stop()
  expect(bystanders.seen.refused).toBe(0)
  expect(bystanders.seen.calls).toBeGreaterThan(10)
  expect(told['503 SATURADO']).toBeGreaterThan(0)
  await proxy.fail(null)
  await faults.expectWhole()
})
