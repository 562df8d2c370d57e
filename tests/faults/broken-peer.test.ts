import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasMariadb } from '../../e2e/databases.ts'
import { BACK_MS, countAnswers, expectTold, TOLD_BROKEN, TOLD_LATE, TOLD_PAUSED } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { httpPeer, mariadbPeer, type Peer, postgresPeer } from './peers.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Of the servidor that is not to be waited for. */
const TIME_MS = 600
const POOL_MAX = 3

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
  faults = await startFaultMotor({ conexionMs: 5_000, cancelacionMs: 100 })
})
afterAll(() => faults?.close())

let ruta = 0

describe.each(PEERS)('$nombre', ({ open, skip }) => {
  let peer: Peer
  let proxy: TcpProxy
  /** Its servidor may take long: whatever is told of it is not told for want of time. */
  let patient: string
  /** The same, with little time. */
  let hasty: string

  beforeEach(async () => {
    if (skip) return
    peer = await open()
    proxy = await startTcpProxy(peer.address)
    ruta++
    patient = await publish(`paciente-${ruta}`, {})
    hasty = await publish(`con-prisa-${ruta}`, { tiempoMaximoMs: TIME_MS })
    await faults.takeErrors()
  })
  afterEach(async () => {
    await proxy?.close()
    await peer?.close()
  })

  /** A canal that calls a servidor of its own behind the proxy, and answers. */
  async function publish(canal: string, limits: object): Promise<string> {
    const servidor = peer.servidorAt(proxy)
    const servidorId = await faults.addServidor({
      ...servidor,
      pool: { max: POOL_MAX, esperaMs: 5_000 },
      resiliencia: { ...limits, cortacircuitos: { umbral: 5, reaperturaMs: 500 } },
    })
    const { tipoServidor } = servidor
    const { tipoObjeto, objeto } = peer
    await faults.publishCall(canal, { servidorId, tipoServidor, tipoObjeto, objeto })
    await expectBack(canal)
    return canal
  }

  async function expectBack(canal: string) {
    await expect.poll(async () => (await faults.call(canal)).status, { timeout: BACK_MS }).toBe(200)
  }

  async function expectWhole(canal: string) {
    // Once the circuit lets one through it works as before, all of them at the same time.
    await expectBack(canal)
    await expect
      .poll(async () => countAnswers(await faults.callAll(canal, 8)), { timeout: BACK_MS })
      .toEqual({ 200: 8 })
    // A busy machine may be late once more; a connection that died is not lent again.
    expect((await faults.takeErrors()).filter((each) => !LATE.test(each))).toEqual([])
    await faults.expectWhole()
    await expect.poll(() => proxy.connections(), { timeout: BACK_MS }).toBeLessThanOrEqual(2 * POOL_MAX)
  }

  async function expectReasons(reason: RegExp) {
    const reasons = await faults.takeErrors()
    expect(reasons.filter((each) => !reason.test(each))).toEqual([])
    expect(reasons).not.toEqual([])
  }

  /** Silences the way, looks what callers with little time are told meanwhile, and lets it speak again. */
  async function duringSilence(fault: Fault, check: () => Promise<void>) {
    const bystanders = faults.watch(HEALTHY)
    try {
      await proxy.fail(fault)
      const waiting = faults.call(patient)
      await bystanders.expectAnsweredBefore(waiting)
      await check()
      await expectReasons(LATE)
      await proxy.fail(null)
      // What was held back goes on, or its connection was cut.
      expectTold([await waiting], ['200', '502 SERVIDOR_NO_RESPONDE'])
      await faults.takeErrors()
    } finally {
      await bystanders.stop()
    }
    bystanders.expectUnharmed()
    await expectWhole(hasty)
  }

  /** Breaks the way, looks what callers are told meanwhile, and mends it. */
  async function duringBreak(fault: Fault, check: () => Promise<void>) {
    const bystanders = faults.watch(HEALTHY)
    try {
      await proxy.fail(fault)
      await check()
      await bystanders.expectAnswered()
      await proxy.fail(null)
    } finally {
      await bystanders.stop()
    }
    bystanders.expectUnharmed()
    await expectReasons(CUT)
    await expectWhole(patient)
  }

  test.skipIf(skip)(
    'that accepts and never answers: 504 in time, then the circuit spares callers the wait',
    async () => {
      await duringSilence({ kind: 'blackhole' }, async () => {
        expect(await faults.call(hasty)).toMatchObject(TOLD_LATE)
        // Those that wait when it opens are not made to find out for themselves.
        const known = ['504 TIEMPO_AGOTADO', '502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO']
        expectTold(await faults.callAll(hasty, 12), known)
        await expect
          .poll(() => faults.call(hasty), { timeout: BACK_MS })
          .toMatchObject({ ...TOLD_PAUSED, retryAfter: 1 })
      })
    },
    2 * BACK_MS,
  )

  test.skipIf(skip).each([0, 7, 2_000])(
    'that dies after %i bytes of its answer: 502',
    async (afterBytes) => {
      await duringBreak({ kind: 'cut', afterBytes }, async () => {
        expect(await faults.call(patient)).toMatchObject(TOLD_BROKEN)
      })
    },
    2 * BACK_MS,
  )

  test.skipIf(skip)(
    'that answers a byte at a time: 504, whatever has come so far',
    async () => {
      await duringSilence({ kind: 'dribble', bytesPerSecond: 1 }, async () => {
        expect(await faults.call(hasty)).toMatchObject(TOLD_LATE)
      })
    },
    2 * BACK_MS,
  )

  test.skipIf(skip)(
    'that pauses in the middle of its answer and goes on: 200 with all of it',
    async () => {
      const whole = await faults.call(patient)
      await proxy.fail({ kind: 'pause', afterBytes: 2_000 })
      const calls = faults.callAll(patient, 2)
      await expect.poll(() => proxy.holding(), { timeout: BACK_MS }).toBe(2)
      await proxy.fail(null)
      for (const { status, characters } of await calls) {
        expect({ status, characters }).toEqual({ status: 200, characters: whole.characters })
      }
      expect(whole.characters).toBeGreaterThan(10_000)
      await expectWhole(patient)
    },
    2 * BACK_MS,
  )

  test.skipIf(skip)(
    'that pauses for longer than it may: 504, and its connection is given back',
    async () => {
      await duringSilence({ kind: 'pause', afterBytes: 2_000 }, async () => {
        expect(await faults.call(hasty)).toMatchObject(TOLD_LATE)
      })
    },
    2 * BACK_MS,
  )

  test.skipIf(skip)(
    'that resets every connection under load and comes back',
    async () => {
      await duringBreak({ kind: 'refuse' }, async () => {
        const calls = faults.callAll(patient, 12)
        proxy.resetAll()
        const refused = ['502 SERVIDOR_NO_RESPONDE', '503 CIRCUITO_ABIERTO']
        expectTold(await calls, ['200', ...refused])
        expectTold([await faults.call(patient)], refused)
      })
    },
    2 * BACK_MS,
  )
})
