import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACK_MS, countAnswers, expectTold, TOLD_AWAY, TOLD_EXHAUSTED } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { httpPeer, type Peer, postgresPeer } from './peers.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Few, so that a test can fill a worker. */
const PLACES = 60
/** Held by a test while connections are to stay taken. */
const LOCK = 20_261

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

test(
  'a pool without a free connection: 503 after the wait that it allows, and whole again after',
  async () => {
    const peer = postgresPeer()
    const servidor = peer.servidorAt(peer.address)
    const pool = { max: 2, esperaMs: 1_000 }
    const servidorId = await faults.addServidor({ ...servidor, pool })
    const { tipoServidor } = servidor
    const objeto = { sql: `select pg_advisory_xact_lock_shared(${LOCK})` }
    await faults.publishCall('agotado', { servidorId, tipoServidor, tipoObjeto: 'consulta', objeto })
    const bystanders = faults.watch(HEALTHY)
    const holder = new pg.Client(process.env.DIV_TEST_POSTGRES)
    await holder.connect()
    try {
      await holder.query('select pg_advisory_lock($1)', [LOCK])
      const holding = Array.from({ length: pool.max }, () => faults.call('agotado'))
      await expect.poll(faults.leased, { timeout: BACK_MS }).toBe(pool.max)
      // Nothing comes free before these have been told.
      const told = await faults.callAll('agotado', 8)
      await bystanders.expectAnsweredBefore(Promise.race(holding))
      for (const each of told) {
        expect(each).toMatchObject(TOLD_EXHAUSTED)
        expect(each.retryAfter).toBeGreaterThanOrEqual(1)
      }
      // Who operates learns what to change.
      const reasons = await faults.takeErrors()
      expect(reasons).toHaveLength(told.length)
      for (const each of reasons) expect(each).toMatch(/^No quedó libre ninguna conexión .* en 1000 ms/)
      await holder.query('select pg_advisory_unlock($1)', [LOCK])
      expect(countAnswers(await Promise.all(holding))).toEqual({ 200: pool.max })
    } finally {
      await holder.end()
      await bystanders.stop()
    }
    bystanders.expectUnharmed()
    await faults.expectWhole()
    expect(countAnswers(await faults.callAll('agotado', 2))).toEqual({ 200: 2 })
  },
  2 * BACK_MS,
)

test(
  'however many wait for a servidor that says nothing, canales that do not need it have their place',
  async () => {
    const servidor = service.servidorAt(proxy)
    const servidorId = await faults.addServidor(servidor)
    const { tipoServidor } = servidor
    const { tipoObjeto, objeto } = service
    for (const ruta of ['mudo-1', 'mudo-2']) {
      await faults.publishCall(ruta, { servidorId, tipoServidor, tipoObjeto, objeto })
    }
    await proxy.fail({ kind: 'blackhole' })
    const stuck = Promise.all([faults.callAll('mudo-1', PLACES), faults.callAll('mudo-2', PLACES)])
    await expect.poll(() => faults.motor.motor.active(), { timeout: BACK_MS }).toBeGreaterThan(PLACES / 2)
    const bystanders = faults.watch(HEALTHY)
    await bystanders.expectAnswered()
    await bystanders.stop()
    // They have waited all the while.
    expect(faults.motor.motor.active()).toBeGreaterThan(PLACES / 2)
    bystanders.expectUnharmed()
    await proxy.fail(null)
    const told = (await stuck).flat()
    // Those that had a place go on, or their connection was cut.
    expectTold(told, [...TOLD_AWAY, '503 SATURADO'])
    expect(countAnswers(told)['503 SATURADO']).toBeGreaterThan(0)
    await faults.expectWhole()
  },
  2 * BACK_MS,
)
