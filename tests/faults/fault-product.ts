import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Flujo } from '@div/contract'
import { expect } from 'vitest'
import { type Product, until } from '../../e2e/product.ts'
import { createProceso, idOf, publishProceso } from '../../e2e/publish-proceso.ts'
import { type Told, tryAsk } from './calls.ts'
import type { Servidor } from './fault-motor.ts'

/** What is broken on purpose comes back within this, on a busy machine too. */
export const BACK_MS = 60_000
/** Of so many calls during which a worker dies, no greater share may be cut. */
export const ENOUGH_CALLS = 500
export const MAY_CUT = 0.1

/** Publishes a flujo on a canal of its own that every worker answers; the address of its only call. */
export async function publishFlujo(product: Product, nombre: string, flujo: Flujo): Promise<string> {
  return (await publishCounted(product, nombre, flujo)).url
}

/** As `publishFlujo`, and whose runs they are. */
export async function publishCounted(
  product: Product,
  nombre: string,
  flujo: Flujo,
): Promise<{ url: string; procesoId: string }> {
  const procesoId = await createProceso(product, nombre, flujo)
  const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/' })
  // A change reaches every worker within 2 s; only one of them answers the question whether it has.
  await until(
    () => product.motor('GET', `/rest/${ruta}/`),
    ({ status }) => status !== 404,
    5_000,
  )
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return { url: `${product.motorUrl}/rest/${ruta}/`, procesoId }
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

/** Callers of one canal until they are stopped. */
export function startLoad(url: string, callers = 12): { told: Told[]; stop(): Promise<void> } {
  let isOver = false
  const told: Told[] = []
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      told.push(await tryAsk(url))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  return {
    told,
    async stop() {
      isOver = true
      await Promise.all(calling)
    },
  }
}

/** The process ids of its motor workers. */
export function workersOf(product: Product): number[] {
  return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(product.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('div motor'))
    .map((line) => Number.parseInt(line, 10))
}

/** Kills one worker and waits until its successor listens. */
export async function killWorker(product: Product): Promise<void> {
  const before = workersOf(product)
  const [first] = before
  if (first === undefined) throw new Error('there is no worker to kill')
  process.kill(first, 'SIGKILL')
  const headers = { authorization: `Bearer ${product.token}` }
  const listening = async () => {
    const { json } = await product.motor('GET', '/admin/workers', undefined, headers)
    // Without the database nobody knows.
    const { workers = [] } = json as { workers?: { pid: number }[] }
    const told = workers.map(({ pid }) => pid)
    return workersOf(product).filter((pid) => told.includes(pid) && !before.includes(pid)).length
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

/** No run is left, no connection is leased, nobody waits, and the history has everything. */
export async function expectProductWhole(product: Product): Promise<void> {
  await expect
    .poll(async () => sumsOf((await product.motor('GET', '/metrics')).text), { timeout: BACK_MS })
    .toEqual({ activas: 0, prestadas: 0, pendientes: 0, descartadas: 0 })
  await expect
    .poll(async () => (await product.api('GET', '/ejecuciones?estado=ejecutando')).json, { timeout: BACK_MS })
    .toEqual([])
}

/** Over all workers. */
function sumsOf(metrics: string): Record<string, number> {
  const sum = (pattern: RegExp) =>
    [...metrics.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  return {
    activas: sum(/^div_ejecuciones_activas(?:\{.*\})? (\d+)$/gm),
    prestadas: sum(/^div_pool_conexiones\{.*estado="(?:activa|en_espera)".*\} (\d+)$/gm),
    pendientes: sum(/^div_historial_pendientes(?:\{.*\})? (\d+)$/gm),
    descartadas: sum(/^div_historial_descartadas(?:\{.*\})? (\d+)$/gm),
  }
}
