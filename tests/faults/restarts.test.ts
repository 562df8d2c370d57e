import { afterAll, beforeAll, expect, test } from 'vitest'
import { motorsOf } from '../../bench/process-usage.ts'
import { type Product, startProduct, stopProducts } from '../../e2e/product.ts'
import { BACK_MS, countAnswers, startLoad, tryAsk } from './calls.ts'
import {
  countRuns,
  ENOUGH_CALLS,
  endPostgres,
  expectProductWhole,
  killWorker,
  MAY_CUT,
  publishFlujo,
} from './fault-product.ts'
import { healthyFlujo } from './flujos.ts'

const STARTING_MS = 90_000

let product: Product
let url: string

beforeAll(async () => {
  product = await startProduct({ DIV_WORKERS: '2' })
  url = await publishFlujo(product, 'Saludo', healthyFlujo())
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

test(
  'a worker that is killed under load takes its own calls along and nothing else',
  async () => {
    const load = startLoad(url)
    await killWorker(product)
    await expect.poll(() => load.told.length, { timeout: BACK_MS }).toBeGreaterThan(ENOUGH_CALLS)
    await load.stop()
    const { 200: _answered, 0: cut = 0, ...others } = countAnswers(load.told)
    expect(others).toEqual({})
    // Those that were under way in it, or on their way to it: how often a caller finds that out is chance.
    expect(cut).toBeLessThan(load.told.length * MAY_CUT)
    // Once its successor listens, none.
    const after = startLoad(url)
    await expect.poll(() => after.told.length, { timeout: BACK_MS }).toBeGreaterThan(100)
    await after.stop()
    expect(Object.keys(countAnswers(after.told))).toEqual(['200'])
    await expectProductWhole(product)
  },
  STARTING_MS,
)

/** The supervisor has answered whoever asked it for metrics, those of a worker that says nothing left out. */
const ANSWERED_MS = 6_000

test(
  'a worker that dies before it gets the metrics that it asked for takes nobody along',
  async () => {
    const workers = () => motorsOf(product.pid)
    await expect.poll(() => workers().length, { timeout: BACK_MS }).toBe(2)
    const [mute = 0, asking = 0] = workers()
    // Connections are spread over both: of so many some meet the one that answers.
    const askAll = (path: string) => Array.from({ length: 16 }, () => tryAsk(`${product.motorUrl}${path}`))
    // The supervisor waits five seconds for the one, and answers to the other that is no more.
    process.kill(mute, 'SIGSTOP')
    try {
      const scrapes = askAll('/metrics')
      // Who answers one of these has read the scrapes that came before.
      const looks = askAll('/health/live')
      await Promise.race(looks)
      process.kill(asking, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, ANSWERED_MS))
      process.kill(mute, 'SIGCONT')
      await Promise.all([...scrapes, ...looks])
    } finally {
      process.kill(mute, 'SIGCONT')
    }
    await expect.poll(() => workers().length, { timeout: BACK_MS }).toBe(2)
    await expectProductWhole(product)
  },
  STARTING_MS,
)

test.each([
  ['is killed', 'SIGKILL'],
  ['is restarted in order', 'SIGINT'],
] as const)(
  'its own PostgreSQL that %s under load stops no call, and the history catches up',
  async (_how, signal) => {
    await expectProductWhole(product)
    const before = await countRuns(product)
    const load = startLoad(url)
    await expect.poll(() => load.told.length, { timeout: BACK_MS }).toBeGreaterThan(100)
    await endPostgres(product, signal)
    await load.stop()
    const { 200: answered = 0, ...others } = countAnswers(load.told)
    expect(others).toEqual({})
    expect(answered).toBeGreaterThan(100)
    await expectProductWhole(product)
    const recorded = (await countRuns(product)) - before
    if (signal === 'SIGINT') expect(recorded).toBe(answered)
    // What was committed right before the kill had not been on the disk yet: commits of the history do not wait for it.
    else expect(recorded).toBeGreaterThan(100)
    // The administration has found its way back too.
    const stored = await product.api('POST', '/categorias', { nombre: `Después de ${signal}` })
    expect(stored.status).toBe(201)
  },
  STARTING_MS,
)
