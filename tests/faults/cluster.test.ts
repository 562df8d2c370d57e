import type { NodoDelCluster } from '@div/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { motorsOf } from '../../bench/process-usage.ts'
import {
  type MotorNode,
  type StoryProduct,
  startMotorNode,
  startStoryProduct,
  stopProducts,
} from '../../e2e/product.ts'
import { createProceso, publishProceso } from '../../e2e/publish-proceso.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { askAnew, BACK_MS, countAnswers, type Load, startLoad, tryAsk } from './calls.ts'
import { addServidor, sumsOf } from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'

const STARTING_MS = 90_000
const ENOUGH = 50
const MAY_CUT = 0.01
/** Ten looks of the balancer. */
const RETIRADA_MS = 1_000
/** Within which a change reaches every node (contract). */
const EVERYWHERE_MS = 2_000
/** Runs that wait for somebody who never comes. */
const HELD_MS = 600_000

let product: StoryProduct
let motors: [MotorNode, MotorNode]
let balancer: Balancer
let path: string

beforeAll(async () => {
  product = await startStoryProduct({ DIV_ROLE: 'api' })
  const settings = { DIV_RETIRADA_MS: String(RETIRADA_MS) }
  motors = await Promise.all([
    startMotorNode(product, { ...settings, DIV_WORKERS: '2' }),
    startMotorNode(product, settings),
  ])
  balancer = await startBalancer(motors.map(({ url }) => url))
  const procesoId = await createProceso(product, 'Saludo', healthyFlujo())
  path = `/rest/${await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/' })}/`
  for (const { url } of motors) await untilAnswers(url)
}, STARTING_MS)
afterAll(async () => {
  await balancer?.close()
  await Promise.all(motors?.map((motor) => motor.stop()) ?? [])
  await product?.stop()
  await stopProducts()
})

/** Also of a node of several workers, of which each hears of what is published by itself. */
async function untilAnswers(url: string): Promise<void> {
  const callers = Array.from({ length: 12 }, () => url + path)
  await vi.waitFor(
    async () => expect(countAnswers(await Promise.all(callers.map(tryAsk)))).toEqual({ 200: 12 }),
    {
      timeout: BACK_MS,
    },
  )
}

async function untilCalled({ told }: Load): Promise<void> {
  const enough = told.length + ENOUGH
  await expect.poll(() => told.length, { timeout: BACK_MS }).toBeGreaterThan(enough)
}

const listNodos = async () => (await product.api('GET', '/nodos')).json as NodoDelCluster[]

/** As the cluster knows it: by the process that it started. */
async function nodoOf(motor: MotorNode): Promise<NodoDelCluster> {
  const pids = motorsOf(motor.pid())
  const mine = ({ procesos }: NodoDelCluster) => procesos.some(({ pid }) => pids.includes(pid))
  await expect.poll(async () => (await listNodos()).some(mine), { timeout: BACK_MS }).toBe(true)
  const nodo = (await listNodos()).find(mine)
  if (!nodo) throw new Error('the node is not known')
  return nodo
}

test('every process of the cluster is told of, by its node', async () => {
  await expect
    .poll(async () => (await listNodos()).map(({ rol, workers }) => `${rol} ${workers}`).toSorted(), {
      timeout: BACK_MS,
    })
    .toEqual(['api 0', 'motor 1', 'motor 2'])
  const { estado, procesos } = await nodoOf(motors[0])
  expect(estado).toBe('activo')
  for (const { cpu, memoriaBytes, planes } of procesos) {
    expect(cpu).toBeGreaterThanOrEqual(0)
    expect(memoriaBytes).toBeGreaterThan(0)
    expect(planes).toBeGreaterThan(0)
  }
})

test(
  'motors that are restarted one after the other behind a balancer fail no call',
  async () => {
    const load = startLoad(balancer.url + path)
    for (const motor of motors) {
      await untilCalled(load)
      await motor.stop()
      await untilCalled(load)
      await motor.start()
      await expect.poll(() => balancer.ready(), { timeout: BACK_MS }).toHaveLength(2)
    }
    await untilCalled(load)
    await load.stop()
    expect(Object.keys(countAnswers(load.told))).toEqual(['200'])
  },
  STARTING_MS,
)

test('a node that is drained is left by the balancer, answers who comes all the same, and comes back', async () => {
  const [drained, other] = motors
  const { id } = await nodoOf(drained)
  const load = startLoad(balancer.url + path)
  await untilCalled(load)
  expect((await product.api('POST', `/nodos/${id}/drenar`)).json).toMatchObject({ estado: 'drenando' })
  await expect.poll(() => balancer.ready(), { timeout: BACK_MS }).toEqual([other.url])
  const before = balancer.given.get(drained.url)
  await untilCalled(load)
  expect(balancer.given.get(drained.url)).toBe(before)
  const direct = await fetch(drained.url + path)
  expect([direct.status, direct.headers.get('connection')]).toEqual([200, 'close'])

  await product.api('POST', `/nodos/${id}/reanudar`)
  await expect.poll(() => balancer.ready(), { timeout: BACK_MS }).toHaveLength(2)
  await load.stop()
  expect(Object.keys(countAnswers(load.told))).toEqual(['200'])
})

test(
  'what is set of the asynchronous pool at one node holds at the other within two seconds',
  async () => {
    const [setting, other] = motors
    const { id: drained } = await nodoOf(setting)
    // So that all that is accepted is the other one's.
    await product.api('POST', `/nodos/${drained}/drenar`)
    const look = () => Promise.all(Array.from({ length: 12 }, () => askAnew(`${setting.url}/health/ready`)))
    // Each of its workers hears of that by itself.
    await expect.poll(async () => new Set(await look()), { timeout: BACK_MS }).toEqual(new Set([503]))
    const servidorId = await addServidor(product, 'Lo propio', { tipoServidor: 'interno', config: {} })
    const espera = { servidorId, tipoServidor: 'interno', tipoObjeto: 'espera', objeto: { ms: HELD_MS } }
    const procesoId = await createProceso(product, 'Retenido', callFlujo(espera))
    const canal = { modo: 'asincrono', tiempoMaximoMs: HELD_MS }
    const ruta = await publishProceso(product, procesoId, { metodo: 'POST', ruta: '/' }, canal)
    const accept = async () => (await fetch(`${other.url}/rest/${ruta}/`, { method: 'POST' })).status
    const running = async () => sumsOf(await (await fetch(`${other.url}/metrics`)).text()).activas
    const within = { timeout: EVERYWHERE_MS, interval: 20 }

    try {
      await setPool(setting, { ejecucionesAsincronas: 1 })
      await expect.poll(accept, { timeout: BACK_MS }).toBe(202)
      for (let call = 0; call < 5; call++) expect(await accept()).toBe(202)
      await expect.poll(running, { timeout: BACK_MS }).toBe(1)
      await setPool(setting, { ejecucionesAsincronas: 3 })
      await expect.poll(running, within).toBe(3)
      await setPool(setting, { ejecucionesAsincronas: 3, colaEjecuciones: 1 })
      await expect.poll(accept, within).toBe(503)
      await setPool(setting, { ejecucionesAsincronas: 3, colaEjecuciones: 1_000 })
      await expect.poll(accept, within).toBe(202)
    } finally {
      await setPool(setting, {})
      const cancelAll = async () => {
        for (const estado of ['en_cola', 'ejecutando']) {
          const { json } = await product.api('GET', `/ejecuciones?procesoId=${procesoId}&estado=${estado}`)
          for (const { id } of json as { id: string }[])
            await product.api('POST', `/ejecuciones/${id}/cancelar`, {})
        }
        return running()
      }
      // Again: one that begins at this moment is in neither list.
      await expect.poll(cancelAll, { timeout: BACK_MS, interval: 500 }).toBe(0)
      await product.api('POST', `/nodos/${drained}/reanudar`)
      await expect.poll(() => balancer.ready(), { timeout: BACK_MS }).toHaveLength(2)
    }
  },
  STARTING_MS,
)

/** At the port of that node; what is not said stands as the product was started. */
async function setPool({ url }: MotorNode, changes: object): Promise<void> {
  const headers = { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' }
  const { ajustes, revision } = (await (await fetch(`${url}/admin/async-pool`, { headers })).json()) as {
    ajustes: object
    revision: number
  }
  const nothing = Object.fromEntries(Object.keys(ajustes).map((name) => [name, null]))
  const body = JSON.stringify({ ...nothing, ...changes, revision })
  const { status } = await fetch(`${url}/admin/async-pool`, { method: 'PUT', headers, body })
  expect(status).toBe(200)
}

test(
  'the workers of a node are replaced one after the other while it goes on answering',
  async () => {
    const [motor] = motors
    const before = motorsOf(motor.pid())
    const { id } = await nodoOf(motor)
    const load = startLoad(motor.url + path)
    await untilCalled(load)
    await product.api('POST', `/nodos/${id}/reiniciar`)
    const isReplaced = () => {
      const now = motorsOf(motor.pid())
      return now.length === 2 && !now.some((pid) => before.includes(pid))
    }
    await expect.poll(isReplaced, { timeout: BACK_MS }).toBe(true)
    await untilCalled(load)
    await load.stop()
    const { 200: _answered, 0: cut = 0, ...others } = countAnswers(load.told)
    expect(others).toEqual({})
    // A connection that the system has taken for a worker at the moment at which that stops to listen is lost.
    expect(cut).toBeLessThan(load.told.length * MAY_CUT)
  },
  STARTING_MS,
)

/** Sessions of workers that wait for what the test has locked. */
const READING = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'div-motor' and wait_event_type = 'Lock'`

test(
  'a worker that has not read what is published, or could not, does not listen',
  async () => {
    const [, motor] = motors
    const url = motor.url + path
    const listReading = async () => (await product.run(READING)).map(({ pid }) => Number(pid))
    const locker = new pg.Client(product.databaseUrl)
    await locker.connect()
    try {
      await locker.query('begin')
      await locker.query('lock table canales in access exclusive mode')
      for (const pid of motorsOf(motor.pid())) process.kill(pid, 'SIGKILL')
      await expect.poll(listReading, { timeout: BACK_MS }).toHaveLength(1)
      const [first = 0] = await listReading()
      expect(await askAnew(url)).toBe(0)
      // Whoever could not read it ends, and another one takes its place.
      await product.run(`select pg_terminate_backend(${first})`)
      await expect
        .poll(async () => (await listReading()).filter((pid) => pid !== first), { timeout: BACK_MS })
        .toHaveLength(1)
      expect(await askAnew(url)).toBe(0)
    } finally {
      await locker.end()
    }
    const told = new Set<number>()
    async function look() {
      const status = await askAnew(url)
      told.add(status)
      return status
    }
    await expect.poll(look, { timeout: BACK_MS, interval: 5 }).toBe(200)
    expect(told.difference(new Set([0, 200]))).toEqual(new Set())
  },
  STARTING_MS,
)
