import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasMariadb } from '../../e2e/databases.ts'
import { countAnswers } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { httpPeer, mariadbPeer, type Peer, postgresPeer } from './peers.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const TIME_MS = 300
const REOPENING_MS = 500
/** Who waits for nothing broken is answered as always; a busy machine may stop for a while. */
const UNHARMED_MS = 2_000

const PEERS: { nombre: string; open: () => Peer | Promise<Peer>; skip: boolean }[] = [
  { nombre: 'PostgreSQL', open: () => postgresPeer(), skip: false },
  {
    nombre: 'MariaDB (skipped unless 127.0.0.1:3306 answers)',
    open: mariadbPeer,
    skip: !(await hasMariadb()),
  },
  { nombre: 'a REST service', open: httpPeer, skip: false },
]

let faults: FaultMotor
beforeAll(async () => {
  faults = await startFaultMotor({ conexionMs: 1_000, cancelacionMs: 100 })
})
afterAll(() => faults?.close())

let ruta = 0

describe.each(PEERS)('$nombre', ({ open, skip }) => {
  let peer: Peer
  let proxy: TcpProxy
  let canal: string

  beforeEach(async () => {
    if (skip) return
    peer = await open()
    proxy = await startTcpProxy(peer.address)
    const servidor = peer.servidorAt(proxy)
    const servidorId = await faults.addServidor({
      ...servidor,
      pool: { max: 3, esperaMs: 1_000 },
      resiliencia: {
        tiempoMaximoMs: TIME_MS,
        cortacircuitos: { umbral: 5, reaperturaMs: REOPENING_MS },
      },
    })
    canal = `roto-${++ruta}`
    const { tipoServidor } = servidor
    const { tipoObjeto, objeto } = peer
    await faults.publishCall(canal, { servidorId, tipoServidor, tipoObjeto, objeto })
    expect(await faults.call(canal)).toMatchObject({ status: 200 })
  })
  afterEach(async () => {
    await proxy?.close()
    await peer?.close()
  })

  /** Breaks the way, looks what callers are told meanwhile, and mends it. */
  async function during(fault: Fault, check: () => Promise<void>) {
    const bystanders = faults.watch(HEALTHY)
    try {
      await proxy.fail(fault)
      await check()
      await proxy.fail(null)
    } finally {
      await bystanders.stop()
    }
    const { calls, refused, slowestMs } = bystanders.seen
    expect(refused).toBe(0)
    expect(calls).toBeGreaterThan(0)
    expect(slowestMs).toBeLessThan(UNHARMED_MS)
    // Once the circuit lets one through it works as before, all of them at the same time.
    await expect.poll(async () => (await faults.call(canal)).status, { timeout: 5_000 }).toBe(200)
    expect(countAnswers(await faults.callAll(canal, 8))).toEqual({ 200: 8 })
    await faults.expectWhole()
  }

  test.skipIf(skip)(
    'that accepts and never answers: 504 in time, then the circuit spares callers the wait',
    async () => {
      await during({ kind: 'blackhole' }, async () => {
        const first = await faults.call(canal)
        expect(first).toMatchObject({ status: 504, codigo: 'TIEMPO_AGOTADO' })
        expect(first.ms).toBeLessThan(TIME_MS + UNHARMED_MS)
        const told = countAnswers(await faults.callAll(canal, 12))
        // Those that wait when it opens are not made to find out for themselves.
        const known = ['504 TIEMPO_AGOTADO', '502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO']
        expect(Object.keys(told).filter((answer) => !known.includes(answer))).toEqual([])
        const refused = await faults.call(canal)
        expect(refused).toMatchObject({ status: 503, codigo: 'CIRCUITO_ABIERTO' })
        expect(refused.retryAfter).toBeGreaterThanOrEqual(1)
      })
    },
  )

  test.skipIf(skip).each([0, 7, 2_000])('that dies after %i bytes of its answer: 502', async (afterBytes) => {
    await during({ kind: 'cut', afterBytes }, async () => {
      expect(await faults.call(canal)).toMatchObject({ status: 502, codigo: 'SERVIDOR_NO_RESPONDE' })
    })
  })

  test.skipIf(skip)('that answers a byte at a time: 504, whatever has come so far', async () => {
    await during({ kind: 'dribble', bytesPerSecond: 20 }, async () => {
      expect(await faults.call(canal)).toMatchObject({ status: 504, codigo: 'TIEMPO_AGOTADO' })
    })
  })

  test.skipIf(skip)('that resets every connection under load and comes back', async () => {
    await during({ kind: 'refuse' }, async () => {
      const calls = faults.callAll(canal, 12)
      proxy.resetAll()
      const known = ['200', '502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO']
      expect(Object.keys(countAnswers(await calls)).filter((answer) => !known.includes(answer))).toEqual([])
      const refused = await faults.call(canal)
      expect(['502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO']).toContain(
        `${refused.status} ${refused.codigo}`,
      )
    })
  })
})
