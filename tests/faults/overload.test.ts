import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeFlujo } from '../../bench/workloads.ts'
import { stopProducts } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import { ask, BACK_MS, countAnswers, expectTold, startLoad, type Told, watchCalls } from './calls.ts'
import {
  countRuns,
  expectProductWhole,
  type FaultProduct,
  type Published,
  publishCounted,
  publishFlujo,
  startFaultProduct,
} from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'

const STARTING_MS = 90_000
const PLACES = 20
/** Those that one canal gets of them. */
const SHARE = 16
const CALLERS = 3 * SHARE
const WAIT_MS = 200
const ROUNDS = 5

let product: FaultProduct
let waiting: Published
let otherUrl: string
let computingUrl: string

beforeAll(async () => {
  product = await startFaultProduct({ DIV_LIMITE_EJECUCIONES_POR_WORKER: String(PLACES) })
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as object[]
  const objeto = { ms: WAIT_MS }
  const node = { servidorId: idOf(interno), tipoServidor: 'interno', tipoObjeto: 'espera', objeto }
  waiting = await publishCounted(product, { nombre: 'Espera', flujo: callFlujo(node) })
  otherUrl = await publishFlujo(product, 'Saludo', healthyFlujo())
  computingUrl = `${await publishFlujo(product, 'Cálculo', computeFlujo())}?cuantos=2000`
  await product.rememberMemory([waiting.url, otherUrl, computingUrl])
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

/** Of those that operate. */
const look = () =>
  Promise.all([
    ask(`${product.motorUrl}/health/live`),
    ask(`${product.apiUrl}/procesos`, { headers: { authorization: `Bearer ${product.token}` } }),
  ])

test(
  'three times as many callers as places: who is admitted is answered, others told when to come back, other canales have theirs, nothing is lost',
  async () => {
    const { url, procesoId } = waiting
    await expectProductWhole(product)
    const before = await countRuns(product, procesoId)
    const load = startLoad(url, CALLERS)
    const other = watchCalls(otherUrl)
    const answered = () => countAnswers(load.told)['200'] ?? 0
    const looks: Told[] = []
    // As many as there are places, round after round, whatever becomes of the others: it never comes to a stop.
    for (let round = 1; round <= ROUNDS; round++) {
      await expect.poll(answered, { timeout: BACK_MS }).toBeGreaterThanOrEqual(round * SHARE)
      looks.push(...(await look()))
    }
    await Promise.all([load.stop(), other.stop()])
    expectTold(load.told, ['200', '503 SATURADO'])
    expect(countAnswers(load.told)['503 SATURADO']).toBeGreaterThan(0)
    expect(countAnswers(looks)).toEqual({ 200: 2 * ROUNDS })
    expect(load.told.length).toBe(load.begun())
    other.expectUnharmed()
    expect(other.told.length).toBeGreaterThanOrEqual(ROUNDS)
    // It is over at once.
    expect(countAnswers(await Promise.all(Array.from({ length: 8 }, () => ask(url))))).toEqual({ 200: 8 })
    await expectProductWhole(product)
    expect(await countRuns(product, procesoId)).toBe(before + answered() + 8)
  },
  STARTING_MS,
)

test(
  'a canal that only computes: for whom there is no place is told so, others have theirs, and those that operate are answered',
  async () => {
    const load = startLoad(computingUrl, CALLERS)
    const other = watchCalls(otherUrl)
    const count = (answer: string) => countAnswers(load.told)[answer] ?? 0
    const looks: Told[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      await expect
        .poll(() => Math.min(count('200'), count('503 SATURADO')), { timeout: BACK_MS })
        .toBeGreaterThanOrEqual(round)
      looks.push(...(await look()))
    }
    await Promise.all([load.stop(), other.stop()])
    expect(countAnswers(looks)).toEqual({ 200: 2 * ROUNDS })
    expectTold(load.told, ['200', '503 SATURADO'])
    other.expectUnharmed()
    expect(other.told.length).toBeGreaterThanOrEqual(ROUNDS)
    await expectProductWhole(product)
  },
  2 * BACK_MS,
)
