import { LIMITS } from '@div/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hasMariadb } from '../../e2e/databases.ts'
import { BACK_MS, countAnswers, expectTold, TOLD_AWAY } from './calls.ts'
import { createRandom, MINUTES, SEED } from './chance.ts'
import { type FaultMotor, HEALTHY, type Servidor, startFaultMotor } from './fault-motor.ts'
import { httpPeer, mariadbPeer, type Peer, postgresPeer } from './peers.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const CALLERS = 6
const HOUR_MS = 3_600_000
const POOL_MAX = 3
/** What callers may be told while something is broken. */
const KNOWN = [...TOLD_AWAY, '503 POOL_AGOTADO', '503 SATURADO']

let faults: FaultMotor
const ways: { ruta: string; peer: Peer; proxy: TcpProxy }[] = []
/** Of canales that nothing is broken for, of the same systems too. */
const others = [HEALTHY]

beforeAll(async () => {
  // As by default: it refuses what would only wait, and that is an answer.
  faults = await startFaultMotor({ cancelacionMs: 100, ocupacionWorker: LIMITS.ocupacionWorker })
  const peers = [postgresPeer(), await httpPeer(), ...((await hasMariadb()) ? [mariadbPeer()] : [])]
  for (const peer of peers) {
    const proxy = await startTcpProxy(peer.address)
    const ruta = `caos-${ways.length}`
    await publish(ruta, peer, {
      ...peer.servidorAt(proxy),
      pool: { max: POOL_MAX, esperaMs: 500 },
      resiliencia: { tiempoMaximoMs: 1_000, cortacircuitos: { umbral: 5, reaperturaMs: 200 } },
    })
    ways.push({ ruta, peer, proxy })
    const direct = `directo-${ways.length}`
    await publish(direct, peer, peer.servidorAt(peer.address))
    others.push(direct)
  }
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await faults?.close()
  for (const { proxy, peer } of ways) {
    await proxy.close()
    await peer.close()
  }
})

async function publish(ruta: string, { tipoObjeto, objeto }: Peer, servidor: Servidor) {
  const { tipoServidor } = servidor
  const servidorId = await faults.addServidor(servidor)
  await faults.publishCall(ruta, { servidorId, tipoServidor, tipoObjeto, objeto })
}

async function expectBack(ruta: string) {
  await expect.poll(async () => (await faults.call(ruta)).status, { timeout: BACK_MS }).toBe(200)
}

test(
  `${MINUTES} minutes of random faults under load (CHAOS_SEED=${SEED})`,
  async () => {
    const { random, pick } = createRandom(SEED)
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const breakings: (() => Fault)[] = [
      () => ({ kind: 'blackhole' }),
      () => ({ kind: 'cut', afterBytes: Math.floor(random() * 5_000) }),
      () => ({ kind: 'dribble', bytesPerSecond: 20 }),
      () => ({ kind: 'refuse' }),
    ]
    for (const ruta of [...ways.map((way) => way.ruta), ...others]) await expectBack(ruta)
    const until = performance.now() + MINUTES * 60_000

    while (performance.now() < until) {
      const way = pick(ways)
      const fault = pick(breakings)()
      const jumpMs = random() < 0.3 ? (random() < 0.5 ? HOUR_MS : -HOUR_MS) : 0
      const resets = random() < 0.3
      const what = JSON.stringify({ peer: way.peer.nombre, ...fault, resets, jumpMs })
      const bystanders = others.map((ruta) => faults.watch(ruta))
      const load = faults.load(way.ruta, CALLERS)
      await way.proxy.fail(fault)
      if (resets) way.proxy.resetAll()
      if (jumpMs !== 0)
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs, shouldAdvanceTime: true })
      await pause(200 + random() * 1_000)
      await Promise.all(bystanders.map(({ expectAnswered }) => expectAnswered()))
      await way.proxy.fail(null)
      await expectBack(way.ruta)
      await Promise.all([load, ...bystanders].map(({ stop }) => stop()))
      vi.useRealTimers()

      process.stdout.write(`${what} ${JSON.stringify(countAnswers(load.told))}\n`)
      expectTold(load.told, KNOWN, what)
      for (const { expectUnharmed } of bystanders) expectUnharmed()
      await faults.expectWhole()
      await expect.poll(() => way.proxy.connections(), { timeout: BACK_MS }).toBeLessThanOrEqual(POOL_MAX)
    }
  },
  MINUTES * 60_000 + 2 * BACK_MS,
)
