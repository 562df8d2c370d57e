import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct, stopProducts, until } from '../../e2e/product.ts'
import { createProceso, publishProceso } from '../../e2e/publish-proceso.ts'
import { ask, countAnswers, type Told } from './calls.ts'
import { healthyFlujo } from './flujos.ts'

const STARTING_MS = 90_000
const BACK_MS = 20_000

let product: Product
let url: string

beforeAll(async () => {
  product = await startProduct({ DIV_WORKERS: '2' })
  const procesoId = await createProceso(product, 'Saludo', healthyFlujo())
  const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/' })
  url = `${product.motorUrl}/rest/${ruta}/`
  await until(
    () => product.motor('GET', `/rest/${ruta}/`),
    ({ status }) => status === 200,
    5_000,
  )
  // Both workers have heard of it.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

function workers(): number[] {
  return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(product.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('div motor'))
    .map((line) => Number.parseInt(line, 10))
}

/** Twelve callers until it is stopped. A connection that was cut is told as 0. */
function startLoad(): { told: Told[]; stop(): Promise<void> } {
  let isOver = false
  const told: Told[] = []
  const callers = Array.from({ length: 12 }, async () => {
    while (!isOver) {
      told.push(await ask(url).catch(() => ({ status: 0, codigo: '', retryAfter: null, ms: 0 })))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  return {
    told,
    async stop() {
      isOver = true
      await Promise.all(callers)
    },
  }
}

test(
  'a worker that is killed under load takes its own calls along and nothing else',
  async () => {
    const load = startLoad()
    const before = workers()
    process.kill(before[0] ?? 0, 'SIGKILL')
    await expect
      .poll(() => workers().filter((pid) => !before.includes(pid)).length, { timeout: BACK_MS })
      .toBe(1)
    await expect.poll(() => workers().length, { timeout: BACK_MS }).toBe(2)
    await load.stop()
    const { 200: answered = 0, 0: cut = 0, ...others } = countAnswers(load.told)
    expect(others).toEqual({})
    // Those that were under way in it, or on their way to it.
    expect(cut).toBeLessThanOrEqual(24)
    expect(answered).toBeGreaterThan(100)
  },
  STARTING_MS,
)

test(
  'its own PostgreSQL that is killed under load stops no call, and the history catches up',
  async () => {
    const load = startLoad()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const folder = join(product.dataDir, 'postgres', 'datos')
    const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 500))
    await until(
      () => product.motor('GET', '/health/ready'),
      ({ status }) => status === 200,
      BACK_MS,
    )
    await load.stop()
    const { 200: answered, ...others } = countAnswers(load.told)
    expect(others).toEqual({})
    expect(answered).toBeGreaterThan(100)
    const metrics = () => product.motor('GET', '/metrics')
    const pending = ({ text }: { text: string }) => /^div_historial_pendientes (\d+)$/m.exec(text)?.[1]
    const settled = await until(metrics, (answer) => pending(answer) === '0', BACK_MS)
    expect(pending(settled)).toBe('0')
    expect(settled.text).toMatch(/^div_historial_descartadas 0$/m)
  },
  STARTING_MS,
)
