import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { motorsOf } from '../../bench/process-usage.ts'
import { type Product, startProduct, until } from '../../e2e/product.ts'
import { createProceso, idOf, publishProceso } from '../../e2e/publish-proceso.ts'
import { askAnew, BACK_MS } from './calls.ts'
import type { Servidor } from './fault-motor.ts'
import { openWorkerMemory } from './worker-memory.ts'

/** So many calls go on while a worker dies and its successor comes. */
export const ENOUGH_CALLS = 500
/** Of each caller: the call that the worker had of it, and one that was on its way over another connection. */
export const MAY_CUT_EACH = 2

/** Calls of each canal after which its code is compiled and its pool open. */
const WARM_UP = 48
const AT_ONCE = 8

/** A product that a test breaks something for. */
export interface FaultProduct extends Product {
  /** These are called; what its workers hold after it they may hold in the end. */
  rememberMemory(urls: readonly string[]): Promise<void>
  /** No worker holds much more than it did, those neither that have come for others. */
  expectMemoryBack(): Promise<void>
}

export async function startFaultProduct(
  env: Record<string, string> = {},
  options: Parameters<typeof startProduct>[1] = {},
): Promise<FaultProduct> {
  const memory = await openWorkerMemory()
  const product = await startProduct({ ...memory.env, ...env }, options)
  return {
    ...product,
    async rememberMemory(urls) {
      for (const url of urls)
        for (let called = 0; called < WARM_UP; called += AT_ONCE)
          await Promise.all(Array.from({ length: AT_ONCE }, () => askAnew(url)))
      await memory.remember([product.pid])
    },
    expectMemoryBack: () => memory.expectBack([product.pid]),
    async stop(how) {
      const code = await product.stop(how)
      await memory.close()
      return code
    },
  }
}

/** Publishes a flujo on a canal of its own that every worker answers; the address of its only call. */
export async function publishFlujo(product: Product, nombre: string, flujo: object): Promise<string> {
  return (await publishCounted(product, { nombre, flujo })).url
}

/** Where a flujo is called, and whose runs they are. */
export interface Published {
  url: string
  procesoId: string
}

/** As `publishFlujo`, and whose runs they are. */
export async function publishCounted(
  product: Product,
  {
    nombre,
    flujo,
    canal = {},
    metodo = 'GET',
  }: { nombre: string; flujo: object; canal?: object; metodo?: 'GET' | 'POST' },
): Promise<Published> {
  const procesoId = await createProceso(product, nombre, flujo)
  const ruta = await publishProceso(product, procesoId, { metodo, ruta: '/' }, canal)
  const url = `${product.motorUrl}/rest/${ruta}/`
  await untilEveryWorkerKnows(product, url)
  return { url, procesoId }
}

/** None of its runs waits or goes on. */
export async function untilEnded(product: Product, procesoId: string): Promise<void> {
  for (const estado of ['en_cola', 'ejecutando']) {
    const list = `/ejecuciones?procesoId=${procesoId}&estado=${estado}`
    await expect.poll(async () => (await product.api('GET', list)).json, { timeout: BACK_MS }).toEqual([])
  }
}

/** New connections are spread over the workers by chance: of so many none is left out. */
const ASKED_FOR_EACH = 20

/** A change reaches each of them by itself. */
async function untilEveryWorkerKnows({ pid }: Product, url: string): Promise<void> {
  const asked = motorsOf(pid).length * ASKED_FOR_EACH
  // Who knows the ruta refuses the method, and runs nothing.
  const askAll = () => Promise.all(Array.from({ length: asked }, () => askAnew(url, 'DELETE')))
  // Also in a hook, where `expect.poll` refuses to be called.
  await vi.waitFor(async () => expect(new Set(await askAll())).toEqual(new Set([405])), { timeout: BACK_MS })
}

export async function addServidor(product: Product, nombre: string, servidor: Servidor): Promise<string> {
  const { status, json, text } = await product.api('POST', '/servidores', {
    nombre,
    permitirRedPrivada: true,
    ...servidor,
  })
  expect(status, text).toBe(201)
  return idOf(json)
}

/** Kills one worker and waits until its successor listens. */
export async function killWorker(product: Product): Promise<void> {
  const before = motorsOf(product.pid)
  const [first] = before
  if (first === undefined) throw new Error('there is no worker to kill')
  process.kill(first, 'SIGKILL')
  const headers = { authorization: `Bearer ${product.token}` }
  const listening = async () => {
    const { json } = await product.motor('GET', '/admin/workers', undefined, headers)
    // Without the database nobody knows.
    const { workers = [] } = json as { workers?: { pid: number }[] }
    const told = workers.map(({ pid }) => pid)
    return motorsOf(product.pid).filter((pid) => told.includes(pid) && !before.includes(pid)).length
  }
  await expect.poll(listening, { timeout: BACK_MS }).toBe(1)
}

/** Ends the PostgreSQL of the product: SIGINT is the orderly way, SIGKILL the other one. It is started again by itself. */
export async function endPostgres(product: Product, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const pidFile = join(product.dataDir, 'postgres', 'datos', 'postmaster.pid')
  const [pid] = (await readFile(pidFile, 'utf8')).split('\n')
  process.kill(Number(pid), signal)
  // One that was killed leaves its file behind.
  await expect
    .poll(async () => (await readFile(pidFile, 'utf8').catch(() => `${pid}\n`)).split('\n')[0], {
      timeout: BACK_MS,
    })
    .not.toBe(pid)
  await until(
    () => product.motor('GET', '/health/ready'),
    ({ status }) => status === 200,
    BACK_MS,
  )
}

/** In the history itself: its sums of hours come later. Of one proceso, or of all. */
export async function countRuns(product: Product, procesoId?: string): Promise<number> {
  const query = `?limite=1000${procesoId === undefined ? '' : `&procesoId=${procesoId}`}`
  let count = 0
  for (let page = query; page !== ''; ) {
    const { json, headers } = await product.api('GET', `/ejecuciones${page}`)
    count += (json as unknown[]).length
    const next = headers.get('x-siguiente')
    page = next === null ? '' : `${query}&despuesDe=${encodeURIComponent(next)}`
  }
  return count
}

/** Runs whose row waits for the database, and those that were given up. */
export async function countUnwritten(product: Product): Promise<number> {
  const { pendientes = 0, descartadas = 0 } = sumsOf((await product.motor('GET', '/metrics')).text)
  return pendientes + descartadas
}

/** No run is left, no connection is leased, nobody waits, the history has everything, and the memory of each worker is back. */
export async function expectProductWhole(product: FaultProduct): Promise<void> {
  await expect
    .poll(async () => sumsOf((await product.motor('GET', '/metrics')).text), { timeout: BACK_MS })
    .toEqual({ activas: 0, prestadas: 0, pendientes: 0, descartadas: 0 })
  await expect
    .poll(async () => (await product.api('GET', '/ejecuciones?estado=ejecutando')).json, { timeout: BACK_MS })
    .toEqual([])
  await product.expectMemoryBack()
}

/** Over all workers. */
export function sumsOf(metrics: string): Record<string, number> {
  const sum = (pattern: RegExp) =>
    [...metrics.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  /** Of what every worker tells: nothing told is no answer, and not zero. */
  const sumTold = (pattern: RegExp) => (metrics.search(pattern) === -1 ? Number.NaN : sum(pattern))
  return {
    activas: sumTold(/^div_ejecuciones_activas(?:\{.*\})? (\d+)$/gm),
    // Nothing is told of it before there is a pool.
    prestadas: sum(/^div_pool_conexiones\{.*estado="(?:activa|en_espera)".*\} (\d+)$/gm),
    pendientes: sumTold(/^div_historial_pendientes(?:\{.*\})? (\d+)$/gm),
    descartadas: sumTold(/^div_historial_descartadas(?:\{.*\})? (\d+)$/gm),
  }
}
