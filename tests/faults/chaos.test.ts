import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hasMariadb } from '../../e2e/databases.ts'
import { countAnswers, type Told } from './calls.ts'
import { createRandom, MINUTES, SEED } from './chance.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import { httpPeer, mariadbPeer, type Peer, postgresPeer } from './peers.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const CALLERS = 6
const HOUR_MS = 3_600_000
const STALLED_MS = 5_000
/** What callers may be told while something is broken. */
const KNOWN = [
  '200',
  '502 SERVIDOR_NO_RESPONDE',
  '503 CIRCUITO_ABIERTO',
  '503 POOL_AGOTADO',
  '503 SATURADO',
  '504 TIEMPO_AGOTADO',
]

let faults: FaultMotor
const ways: { ruta: string; peer: Peer; proxy: TcpProxy }[] = []

beforeAll(async () => {
  faults = await startFaultMotor({ cancelacionMs: 100 })
  const peers = [postgresPeer(), await httpPeer(), ...((await hasMariadb()) ? [mariadbPeer()] : [])]
  for (const peer of peers) {
    const proxy = await startTcpProxy(peer.address)
    const servidor = peer.servidorAt(proxy)
    const servidorId = await faults.addServidor({
      ...servidor,
      pool: { max: 3, esperaMs: 500 },
      resiliencia: { tiempoMaximoMs: 1_000, cortacircuitos: { umbral: 5, reaperturaMs: 200 } },
    })
    const ruta = `caos-${ways.length}`
    const { tipoServidor } = servidor
    const { tipoObjeto, objeto } = peer
    await faults.publishCall(ruta, { servidorId, tipoServidor, tipoObjeto, objeto })
    ways.push({ ruta, peer, proxy })
    expect(await faults.call(ruta)).toMatchObject({ status: 200 })
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
    const until = performance.now() + MINUTES * 60_000

    while (performance.now() < until) {
      const way = pick(ways)
      const fault = pick(breakings)()
      const jumpMs = random() < 0.3 ? (random() < 0.5 ? HOUR_MS : -HOUR_MS) : 0
      const resets = random() < 0.3
      const what = JSON.stringify({ peer: way.peer.nombre, ...fault, resets, jumpMs })
      const bystanders = [HEALTHY, ...ways.filter((other) => other !== way).map(({ ruta }) => ruta)].map(
        (ruta) => faults.watch(ruta),
      )
      const told: Told[] = []
      let isOver = false
      const load = Array.from({ length: CALLERS }, async () => {
        while (!isOver) told.push(await faults.call(way.ruta))
      })
      await way.proxy.fail(fault)
      if (resets) way.proxy.resetAll()
      if (jumpMs !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
      await pause(200 + random() * 1_000)
      await way.proxy.fail(null)
      await expect.poll(async () => (await faults.call(way.ruta)).status, { timeout: 5_000 }).toBe(200)
      isOver = true
      await Promise.all([...load, ...bystanders.map(({ stop }) => stop())])
      vi.useRealTimers()

      const answers = countAnswers(told)
      process.stdout.write(`${what} ${JSON.stringify(answers)}\n`)
      expect(Object.keys(answers).filter((answer) => !KNOWN.includes(answer))).toEqual([])
      for (const { seen } of bystanders) {
        expect(seen.refused, what).toEqual([])
        expect(seen.slowestMs, what).toBeLessThan(STALLED_MS)
      }
      await faults.expectWhole()
    }
  },
  MINUTES * 60_000 + 60_000,
)
