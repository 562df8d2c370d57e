import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeFlujo } from '../../bench/workloads.ts'
import { type Product, startProduct, stopProducts } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import {
  ask,
  BACK_MS,
  countAnswers,
  expectToldFull,
  startLoad,
  type Told,
  unexpectedAnswers,
  watchCalls,
} from './calls.ts'
import {
  countRuns,
  expectProductWhole,
  type Published,
  publishCounted,
  publishFlujo,
} from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'

const STARTING_MS = 90_000
const PLACES = 20
/** Those that one canal gets of them. */
const SHARE = 16
const CALLERS = 3 * SHARE
const WAIT_MS = 200
const ROUNDS = 5

let product: Product
let waiting: Published
let otherUrl: string
let computingUrl: string

beforeAll(async () => {
  product = await startProduct({ DIV_LIMITE_EJECUCIONES_POR_WORKER: String(PLACES) })
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as object[]
  const objeto = { ms: WAIT_MS }
  const node = { servidorId: idOf(interno), tipoServidor: 'interno', tipoObjeto: 'espera', objeto }
  waiting = await publishCounted(product, { nombre: 'Espera', flujo: callFlujo(node) })
  otherUrl = await publishFlujo(product, 'Saludo', healthyFlujo())
  computingUrl = await publishFlujo(product, 'Cálculo', computeFlujo())
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

test(
  'three times as many callers as places: who is admitted is answered, others told when to come back, other canales have theirs, nothing is lost',
  async () => {
    const { url, procesoId } = waiting
    const load = startLoad(url, CALLERS)
    const other = watchCalls(otherUrl)
    const answered = () => countAnswers(load.told)['200'] ?? 0
    const [looks, people]: [Told[], Told[]] = [[], []]
    const list = { headers: { authorization: `Bearer ${product.token}` } }
    // As many as there are places, round after round, whatever becomes of the others: it never comes to a stop.
    for (let round = 1; round <= ROUNDS; round++) {
      await expect.poll(answered, { timeout: BACK_MS }).toBeGreaterThanOrEqual(round * SHARE)
      looks.push(await ask(`${product.motorUrl}/health/live`))
      people.push(await ask(`${product.apiUrl}/procesos`, list))
    }
    await Promise.all([load.stop(), other.stop()])
    expect(Object.keys(countAnswers(load.told)).toSorted()).toEqual(['200', '503 SATURADO'])
    for (const each of load.told) if (each.status === 503) expectToldFull(each)
    expect(countAnswers([...looks, ...people])).toEqual({ 200: 2 * ROUNDS })
    expect(load.told.length).toBe(load.begun())
    other.expectUnharmed()
    expect(other.told.length).toBeGreaterThanOrEqual(ROUNDS)
    // It is over at once.
    expect(countAnswers(await Promise.all(Array.from({ length: 8 }, () => ask(url))))).toEqual({ 200: 8 })
    await expectProductWhole(product)
    expect(await countRuns(product, procesoId)).toBe(answered() + 8)
  },
  STARTING_MS,
)

test(
  'a canal that only computes: for whom there is no place is told so, and the worker goes on saying that it lives',
  async () => {
    const load = startLoad(`${computingUrl}?cuantos=2000`, CALLERS)
    const count = (answer: string) => countAnswers(load.told)[answer] ?? 0
    const looks: Told[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      await expect
        .poll(() => Math.min(count('200'), count('503 SATURADO')), { timeout: BACK_MS })
        .toBeGreaterThanOrEqual(round)
      looks.push(await ask(`${product.motorUrl}/health/live`))
    }
    await load.stop()
    expect(countAnswers(looks)).toEqual({ 200: ROUNDS })
    expect(unexpectedAnswers(load.told, ['200', '503 SATURADO'])).toEqual([])
    await expectProductWhole(product)
  },
  2 * BACK_MS,
)
