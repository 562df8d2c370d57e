import pg from 'pg'
import { expect } from 'vitest'
import { type MotorNode, type StoryProduct, stopProducts } from '../../e2e/product.ts'
import { createProceso, publishProceso } from '../../e2e/publish-proceso.ts'
import { BACK_MS } from './calls.ts'
import { killTree } from './kill-tree.ts'

export const STARTING_MS = 90_000
/** With two starts of a node, and the time after which one that was killed has lost its runs. */
export const KILL_MS = 240_000

/** Stores a durable proceso and publishes it where its runs are only accepted; answers the path there. */
export async function publishDurable(product: StoryProduct, nombre: string, flujo: object): Promise<string> {
  const procesoId = await createProceso(product, nombre, flujo, 'durable')
  const at = { metodo: 'POST', ruta: '/' }
  return `/rest/${await publishProceso(product, procesoId, at, { modo: 'asincrono' })}/`
}

/** Has a run begun; answers where to ask for it. */
export async function accept({ url }: MotorNode, path: string, entrada: object = {}): Promise<string> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(entrada),
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(202)
  return (JSON.parse(text) as { urlEstado: string }).urlEstado
}

interface Told {
  estado: string
  salida: { da: unknown } | null
}
export async function askRun({ url }: MotorNode, run: string): Promise<Told> {
  return (await (await fetch(url + run)).json()) as Told
}

export const idOfRun = (run: string) => run.split('/').at(-1) ?? ''

/** Sessions of the product that wait for what the test has locked. */
const LOCKED =
  "from pg_stat_activity where datname = current_database() and application_name like 'div%' and wait_event_type = 'Lock'"

/** Locks in the database of a product, at which its node is held when it is killed. */
interface Locker {
  take(statement: string): Promise<void>
  /** So many of its sessions wait. */
  untilHeld(count: number): Promise<void>
  /** The node is gone at once, with what it had on its way to the database; then the locks are. */
  kill(node: MotorNode): Promise<void>
}

export async function openLocker(product: StoryProduct): Promise<Locker> {
  const client = new pg.Client(product.databaseUrl)
  await client.connect()
  await client.query('begin')
  const countHeld = async () => Number((await product.run(`select count(*) ${LOCKED}`))[0]?.count)
  return {
    async take(statement) {
      await client.query(statement)
    },
    untilHeld: (count) => expect.poll(countHeld, { timeout: BACK_MS }).toBeGreaterThanOrEqual(count),
    async kill(node) {
      killTree(node.pid())
      await node.gone()
      // It would go on when the locks are gone.
      await product.run(`select pg_terminate_backend(pid) ${LOCKED}`)
      await client.query('rollback')
      await client.end()
    },
  }
}

/** What was started of it. */
export async function stopAll(
  product: StoryProduct | undefined,
  ...nodes: readonly (MotorNode | undefined)[]
): Promise<void> {
  for (const node of nodes) await node?.stop()
  await product?.stop()
  await stopProducts()
}
