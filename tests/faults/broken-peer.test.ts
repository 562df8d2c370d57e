import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasMariadb } from '../../e2e/databases.ts'
import { countAnswers } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { httpPeer, mariadbPeer, type Peer, postgresPeer } from './peers.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const TIME_MS = 600
const REOPENING_MS = 500
/** On a busy machine too. */
const BACK_MS = 15_000
/** Who waits for nothing broken is answered as always; a busy machine may stop for a while. */
const UNHARMED_MS = 2_000

const TOLD_LATE = { status: 504, codigo: 'TIEMPO_AGOTADO', detalle: 'La operación no terminó a tiempo.' }
const TOLD_BROKEN = {
  status: 502,
  codigo: 'SERVIDOR_NO_RESPONDE',
  detalle: 'Un sistema del que depende esta operación falló. Reintente más tarde.',
}
/** What the history says to whoever operates. */
const LATE =
  /no terminó en 600 ms|no aceptó la conexión en 600 ms|no contestó a tiempo|varias veces seguidas y está en pausa/
const CUT =
  /no responde: .*(cerró la conexión|nadie escucha en ese puerto)|varias veces seguidas y está en pausa/

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
      pool: { max: 3, esperaMs: 5_000 },
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

  /** Breaks the way, looks what callers are told meanwhile and who operates after, and mends it. */
  async function during(fault: Fault, reasons: RegExp, check: () => Promise<void>) {
    const bystanders = faults.watch(HEALTHY)
    try {
      await proxy.fail(fault)
      await check()
      await proxy.fail(null)
    } finally {
      await bystanders.stop()
    }
    const { calls, refused, slowestMs } = bystanders.seen
    expect(refused).toEqual([])
    expect(calls).toBeGreaterThan(0)
    expect(slowestMs).toBeLessThan(UNHARMED_MS)
    const told = await faults.takeErrors()
    expect(told.filter((each) => !reasons.test(each))).toEqual([])
    expect(told).not.toEqual([])
    // Once the circuit lets one through it works as before, all of them at the same time.
    await expect.poll(async () => (await faults.call(canal)).status, { timeout: BACK_MS }).toBe(200)
    await expect
      .poll(async () => countAnswers(await faults.callAll(canal, 8)), { timeout: BACK_MS })
      .toEqual({ 200: 8 })
    // A busy machine may be late once more; a connection that died is not lent again.
    const late = await faults.takeErrors()
    expect(late.filter((each) => !LATE.test(each))).toEqual([])
    await faults.expectWhole()
  }

  test.skipIf(skip)(
    'that accepts and never answers: 504 in time, then the circuit spares callers the wait',
    async () => {
      await during({ kind: 'blackhole' }, LATE, async () => {
        const first = await faults.call(canal)
        expect(first).toMatchObject(TOLD_LATE)
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
    await during({ kind: 'cut', afterBytes }, CUT, async () => {
      expect(await faults.call(canal)).toMatchObject(TOLD_BROKEN)
    })
  })

  test.skipIf(skip)('that answers a byte at a time: 504, whatever has come so far', async () => {
    await during({ kind: 'dribble', bytesPerSecond: 1 }, LATE, async () => {
      expect(await faults.call(canal)).toMatchObject(TOLD_LATE)
    })
  })

  test.skipIf(skip)('that pauses in the middle of its answer and goes on: 200 with all of it', async () => {
    const servidor = peer.servidorAt(proxy)
    const servidorId = await faults.addServidor(servidor)
    const { tipoServidor } = servidor
    const { tipoObjeto, objeto } = peer
    await faults.publishCall(`${canal}-paciente`, { servidorId, tipoServidor, tipoObjeto, objeto })
    const whole = await faults.call(`${canal}-paciente`)
    await proxy.fail({ kind: 'pause', afterBytes: 2_000 })
    const calls = faults.callAll(`${canal}-paciente`, 2)
    await expect.poll(() => proxy.holding(), { timeout: 5_000 }).toBe(2)
    await proxy.fail(null)
    for (const { status, characters } of await calls) {
      expect({ status, characters }).toEqual({ status: 200, characters: whole.characters })
    }
    expect(whole.characters).toBeGreaterThan(10_000)
    await faults.expectWhole()
  })

  test.skipIf(skip)('that pauses for longer than it may: 504, and its connection is given back', async () => {
    await during({ kind: 'pause', afterBytes: 2_000 }, LATE, async () => {
      expect(await faults.call(canal)).toMatchObject(TOLD_LATE)
    })
  })

  test.skipIf(skip)('that resets every connection under load and comes back', async () => {
    await during({ kind: 'refuse' }, CUT, async () => {
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
