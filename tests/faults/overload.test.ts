import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeFlujo } from '../../bench/workloads.ts'
import { type Product, startProduct, stopProducts } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import { ask, BACK_MS, countAnswers, startLoad, unexpectedAnswers, watchCalls } from './calls.ts'
import { expectProductWhole, publishFlujo } from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'

const STARTING_MS = 90_000
const PLACES = 20
/** Those that one canal gets of them. */
const SHARE = 16
const CALLERS = 3 * SHARE
const WAIT_MS = 200
const ROUNDS = 10

let product: Product
let url: string
let otherUrl: string
let computingUrl: string

beforeAll(async () => {
  product = await startProduct({ DIV_LIMITE_EJECUCIONES_POR_WORKER: String(PLACES) })
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as object[]
  const objeto = { ms: WAIT_MS }
  const node = { servidorId: idOf(interno), tipoServidor: 'interno', tipoObjeto: 'espera', objeto }
  url = await publishFlujo(product, 'Espera', callFlujo(node))
  otherUrl = await publishFlujo(product, 'Saludo', healthyFlujo())
  computingUrl = await publishFlujo(product, 'Cálculo', computeFlujo())
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

test(
  'three times as many callers as places: who is admitted is answered, others told when to come back, other canales have theirs',
  async () => {
    const load = startLoad(url, CALLERS)
    const other = watchCalls(otherUrl)
    const answered = () => countAnswers(load.told)['200'] ?? 0
    const statuses = new Set<number>()
    // As many as there are places, round after round, whatever becomes of the others: it never comes to a stop.
    for (let round = 1; round <= ROUNDS; round++) {
      await expect.poll(answered, { timeout: BACK_MS }).toBeGreaterThanOrEqual(round * SHARE)
      statuses.add((await product.motor('GET', '/health/live')).status)
      statuses.add((await product.api('GET', '/procesos')).status)
    }
    await Promise.all([load.stop(), other.stop()])
    expect(Object.keys(countAnswers(load.told)).toSorted()).toEqual(['200', '503 SATURADO'])
    for (const { status, retryAfter } of load.told) expect(retryAfter).toBe(status === 503 ? 1 : null)
    expect([...statuses]).toEqual([200])
    other.expectUnharmed()
    expect(other.told.length).toBeGreaterThanOrEqual(ROUNDS)
    // It is over at once.
    expect(countAnswers(await Promise.all(Array.from({ length: 8 }, () => ask(url))))).toEqual({ 200: 8 })
    await expectProductWhole(product)
  },
  STARTING_MS,
)

test(
  'a canal that only computes: for whom there is no place is told so, and the worker goes on saying that it lives',
  async () => {
    const load = startLoad(`${computingUrl}?cuantos=2000`, CALLERS)
    const count = (answer: string) => countAnswers(load.told)[answer] ?? 0
    for (let round = 1; round <= ROUNDS; round++) {
      await expect
        .poll(() => Math.min(count('200'), count('503 SATURADO')), { timeout: BACK_MS })
        .toBeGreaterThanOrEqual(round)
      expect((await product.motor('GET', '/health/live')).status).toBe(200)
    }
    await load.stop()
    expect(unexpectedAnswers(load.told, ['200', '503 SATURADO'])).toEqual([])
    await expectProductWhole(product)
  },
  2 * BACK_MS,
)
