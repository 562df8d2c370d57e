import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopProducts } from '../../e2e/product.ts'
import { BACK_MS, countAnswers, expectTold, startLoad, TOLD_AWAY, tryAsk } from './calls.ts'
import { createRandom, MINUTES, SEED } from './chance.ts'
import {
  addServidor,
  ENOUGH_CALLS,
  endPostgres,
  expectProductWhole,
  type FaultProduct,
  killWorker,
  MAY_CUT_EACH,
  publishFlujo,
  startFaultProduct,
} from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'
import { postgresPeer } from './peers.ts'
import { startTargetPostgres, type TargetPostgres } from './target-postgres.ts'

const STARTING_MS = 90_000
const CALLERS = 6
/** With the callers as many as a worker takes of a canal whose connections take long to come: more of them it refuses, and rightly. */
const PROBES = LIMITS.ejecucionesPorCanalLento - CALLERS
const REOPENING_MS = 200

let product: FaultProduct
let target: TargetPostgres
let greeting: string
let reading: string

beforeAll(async () => {
  target = await startTargetPostgres()
  product = await startFaultProduct({ DIV_WORKERS: '2' })
  const peer = postgresPeer(target.url)
  const servidor = peer.servidorAt(peer.address)
  const servidorId = await addServidor(product, 'Objetivo', {
    ...servidor,
    resiliencia: { tiempoMaximoMs: 2_000, cortacircuitos: { umbral: 5, reaperturaMs: REOPENING_MS } },
  })
  const { tipoServidor } = servidor
  const { tipoObjeto, objeto } = peer
  const call = callFlujo({ servidorId, tipoServidor, tipoObjeto, objeto })
  ;[greeting, reading] = await Promise.all([
    publishFlujo(product, 'Saludo', healthyFlujo()),
    publishFlujo(product, 'Lectura', call),
  ])
  await product.rememberMemory([greeting, reading])
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
  await target?.close()
})

async function askAll(url: string): Promise<Record<string, number>> {
  return countAnswers(await Promise.all(Array.from({ length: PROBES }, () => tryAsk(url))))
}

test(
  `${MINUTES} minutes of processes that die at random under load (CHAOS_SEED=${SEED})`,
  async () => {
    const { random, pick } = createRandom(SEED)
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const signals = ['SIGINT', 'SIGKILL'] as const
    const deaths = {
      trabajador: () => killWorker(product),
      'base propia': () => endPostgres(product, pick(signals)),
      'base de otro': () => target.restart(pick(signals), () => pause(random() * 500)),
    }
    const names = Object.keys(deaths) as (keyof typeof deaths)[]
    const end = performance.now() + MINUTES * 60_000
    do {
      const [first, second] = [pick(names), pick(names)]
      const what = first === second ? [first] : [first, second]
      const loads = { saludo: startLoad(greeting, CALLERS), lectura: startLoad(reading, CALLERS) }
      await pause(100 + random() * 300)
      await Promise.all(what.map((name) => deaths[name]()))
      // Of both workers.
      await expect
        .poll(() => askAll(reading), { timeout: BACK_MS, interval: 2 * REOPENING_MS })
        .toEqual({ 200: PROBES })
      const called = () => Math.min(loads.saludo.told.length, loads.lectura.told.length)
      await expect.poll(called, { timeout: BACK_MS }).toBeGreaterThan(ENOUGH_CALLS)
      await Promise.all([loads.saludo.stop(), loads.lectura.stop()])

      const answers = { saludo: countAnswers(loads.saludo.told), lectura: countAnswers(loads.lectura.told) }
      process.stdout.write(`${what.join(' + ')} ${JSON.stringify(answers)}\n`)
      const mayCut = what.includes('trabajador') ? CALLERS * MAY_CUT_EACH : 0
      for (const { 0: cut = 0 } of Object.values(answers))
        expect(cut, what.join()).toBeLessThanOrEqual(mayCut)
      expectTold(loads.saludo.told, ['0', '200'], what.join())
      const known = what.includes('base de otro') ? TOLD_AWAY : ['200']
      expectTold(loads.lectura.told, ['0', ...known], what.join())
      await expectProductWhole(product)
    } while (performance.now() < end)
  },
  MINUTES * 60_000 + STARTING_MS,
)
