import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct, stopProducts, until } from '../../e2e/product.ts'
import { createProceso, idOf, publishProceso } from '../../e2e/publish-proceso.ts'
import { ask, countAnswers } from './calls.ts'
import { callFlujo } from './flujos.ts'

const STARTING_MS = 90_000
const PLACES = 20
/** Three times those that one canal gets of them. */
const CALLERS = 48
const WAIT_MS = 200
const ROUNDS = 3
const RESPONSIVE_MS = 2_000

let product: Product
let url: string

beforeAll(async () => {
  product = await startProduct({ DIV_LIMITE_EJECUCIONES_POR_WORKER: String(PLACES) })
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as object[]
  const objeto = { ms: WAIT_MS }
  const node = { servidorId: idOf(interno), tipoServidor: 'interno', tipoObjeto: 'espera', objeto }
  const procesoId = await createProceso(product, 'Espera', callFlujo(node))
  const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/' })
  url = `${product.motorUrl}/rest/${ruta}/`
  await until(
    () => product.motor('GET', `/rest/${ruta}/`),
    ({ status }) => status === 200,
    5_000,
  )
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

test('three times as many callers as places: who is admitted is answered, others told when to come back', async () => {
  const health = { slowestMs: 0, statuses: new Set<number>() }
  const told = (
    await Promise.all([
      ...Array.from({ length: CALLERS }, async () => {
        const answers = []
        for (let round = 0; round < ROUNDS; round++) answers.push(await ask(url))
        return answers
      }),
      (async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const began = performance.now()
          health.statuses.add((await product.motor('GET', '/health/live')).status)
          health.statuses.add((await product.api('GET', '/procesos')).status)
          health.slowestMs = Math.max(health.slowestMs, performance.now() - began)
        }
        return []
      })(),
    ])
  ).flat()
  const counts = countAnswers(told)
  expect(Object.keys(counts).toSorted()).toEqual(['200', '503 SATURADO'])
  // As many as there are places, each round, whatever became of the others.
  expect(counts['200']).toBeGreaterThanOrEqual(16)
  for (const { status, retryAfter } of told) expect(retryAfter).toBe(status === 503 ? 1 : null)
  expect([...health.statuses]).toEqual([200])
  expect(health.slowestMs).toBeLessThan(RESPONSIVE_MS)
  // It is over at once.
  expect(countAnswers(await Promise.all(Array.from({ length: 8 }, () => ask(url))))).toEqual({ 200: 8 })
})
