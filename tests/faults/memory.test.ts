import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BACK_MS } from './calls.ts'
import { type FaultMotor, startFaultMotor } from './fault-motor.ts'
import { httpPeer, type Peer, postgresPeer } from './peers.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { usedBytes } from './used-bytes.ts'

/** An answer of some two megabytes, of which half comes through. */
const ROWS = 15_000
const HALF = 1_000_000
const CALLERS = 4
const ROUNDS = 6
const WARM_UP = 2
/** Of the bytes that came through: whatever kept one answer in five would be seen. */
const MAX_SHARE = 0.2

let faults: FaultMotor
beforeAll(async () => {
  faults = await startFaultMotor({ cancelacionMs: 100 })
})
afterAll(() => faults?.close())

const BREAKS: [string, Fault][] = [
  ['dies in the middle', { kind: 'cut', afterBytes: HALF }],
  ['stops in the middle', { kind: 'pause', afterBytes: HALF }],
]

describe.each<[string, () => Peer | Promise<Peer>]>([
  ['PostgreSQL', () => postgresPeer(process.env.DIV_TEST_POSTGRES, ROWS)],
  ['a REST service', () => httpPeer(ROWS)],
])('%s', (nombre, open) => {
  let peer: Peer
  let proxy: TcpProxy
  const canal = nombre === 'PostgreSQL' ? 'memoria-base' : 'memoria-servicio'

  beforeAll(async () => {
    peer = await open()
    proxy = await startTcpProxy(peer.address)
    const servidor = peer.servidorAt(proxy)
    const servidorId = await faults.addServidor({
      ...servidor,
      pool: { max: CALLERS, esperaMs: 30_000 },
      resiliencia: { tiempoMaximoMs: 600, cortacircuitos: { umbral: 1_000, reaperturaMs: 1_000 } },
    })
    const { tipoServidor } = servidor
    const { tipoObjeto, objeto } = peer
    await faults.publishCall(canal, { servidorId, tipoServidor, tipoObjeto, objeto })
  })
  afterEach(() => proxy.fail(null))
  afterAll(async () => {
    await proxy?.close()
    await peer?.close()
  })

  test.each(BREAKS)(
    'that %s of a large answer, again and again, keeps no memory',
    async (_how, fault) => {
      async function breakAnswers(rounds: number) {
        for (let round = 0; round < rounds; round++) {
          // Anew: what had come through before counts no more.
          await proxy.fail(fault)
          for (const { status } of await faults.callAll(canal, CALLERS)) expect([502, 504]).toContain(status)
          await proxy.fail(null)
        }
        await faults.motor.runtime.history.flush()
      }
      await breakAnswers(WARM_UP)
      const [usedBefore, passedBefore] = [await usedBytes(), proxy.passedBytes()]
      await breakAnswers(ROUNDS)
      await faults.expectWhole()
      const passed = proxy.passedBytes() - passedBefore
      expect(passed).toBeGreaterThan((ROUNDS * CALLERS * HALF) / 4)
      await expect
        .poll(async () => (await usedBytes()) - usedBefore, { timeout: BACK_MS })
        .toBeLessThan(passed * MAX_SHARE)
    },
    2 * BACK_MS,
  )
})
