import { BaseDeDatosNoDisponible, type Flujo, type Proceso } from '@div/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from '../../apps/server/src/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/db/testing.ts'
import {
  type MotorNode,
  type Product,
  type StoryProduct,
  startMotorNode,
  startProduct,
  stopProducts,
} from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import { type CallbackPeer, startCallbackPeer } from './callback-peer.ts'
import { BACK_MS, TOLD_AWAY } from './calls.ts'
import { createRandom, MINUTES, SEED } from './chance.ts'
import { addChaosAlerta, expectAlertas, LOOKING } from './chaos-alertas.ts'
import { type Deciding, startDeciding } from './chaos-aprobaciones.ts'
import {
  anotaFlujo,
  CLASES,
  chaosFlujo,
  claseOf,
  EFECTOS,
  emptyFlujo,
  HECHOS,
  modoOf,
  slowFlujo,
} from './chaos-flujos.ts'
import { type ChaosTareas, startChaosTareas } from './chaos-tareas.ts'
import { addServidor, sumsOf } from './fault-product.ts'
import { killTree } from './kill-tree.ts'
import { startTargetPostgres, type TargetPostgres } from './target-postgres.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { openWorkerMemory, type WorkerMemory } from './worker-memory.ts'

const STARTING_MS = 180_000
const NODES = 3
/** How soon the work of a node that has died goes on elsewhere. */
const GOES_ON_MS = 15_000
/** What one run works, and then sleeps without a worker. */
const WORK_S = 0.5
const SLEEP_MS = 1_200
/** What the run of a slow tarea works. */
const SLOW_S = 1.2
/** Of what was accepted at least so much ends well, whatever breaks. */
const WELL = 0.5
/** Why a run may fail: what its nodes call was away, or took too long; a run in memory does not wait for the product's own database. */
const EXPLAINED = [...TOLD_AWAY.map((told) => told.split(' ')[1]), BaseDeDatosNoDisponible.codigo]
/** All that was accepted ends within this once nothing is broken any more: lost runs are begun again, some twice. */
const ENDED_MS = 120_000
/** How often those that wait for a signal are looked for. */
const SIGNAL_MS = 200
/** What a worker compiles and opens for runs of all kinds and for what breaks; ten kilobytes kept of each run would be more. */
const KEPT_BYTES = 16_777_216

interface Node {
  motor: MotorNode
  proxy: TcpProxy
}

let own: TargetPostgres
let target: TestDatabase
let effects: pg.Pool
let peer: CallbackPeer
let product: Product
let memory: WorkerMemory
const nodes: Node[] = []
/** Of accepted runs, by the key of their effects. */
const accepted = new Map<number, string>()
let claves = 0
let signalling: { stop(): Promise<void> }
let deciding: Deciding
let tareas: ChaosTareas

beforeAll(async () => {
  own = await startTargetPostgres({ unsafe: false })
  target = await createTestDatabase()
  effects = openPool(target.url, { maxConnections: 2 })
  for (const statement of EFECTOS) await effects.query(statement)
  peer = await startCallbackPeer()
  memory = await openWorkerMemory(KEPT_BYTES)
  product = await startProduct({ DIV_ROLE: 'api', DIV_DATABASE_URL: own.url })
  nodes.push(...(await Promise.all(Array.from({ length: NODES }, startNode))))
  signalling = startSignalling()
  deciding = startDeciding(product)
  await publishAll()
  await memory.remember(supervisors())
}, STARTING_MS)
afterAll(async () => {
  await Promise.all([signalling?.stop(), deciding?.stop()])
  for (const { motor, proxy } of nodes) {
    await proxy.fail(null)
    await motor.stop()
    await proxy.close()
  }
  await product?.stop()
  await memory?.close()
  await stopProducts()
  await peer?.close()
  await effects?.end()
  await target?.drop()
  await own?.close()
}, STARTING_MS)

/** Its way to the database can be cut and slowed, and no other's. */
async function startNode(): Promise<Node> {
  const address = new URL(own.url)
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) })
  address.port = String(proxy.port)
  const story: StoryProduct = { ...product, databaseUrl: address.href, run: ask }
  // So few that each of them has some.
  const env = { DIV_LIMITE_EJECUCIONES_ASINCRONAS: '8', ...LOOKING, ...memory.env }
  return { motor: await startMotorNode(story, env), proxy }
}

const supervisors = () => nodes.map(({ motor }) => motor.pid())

/** Of the database of the product, past all proxies; asked again while it is away. */
async function ask<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
  const client = new pg.Client(own.url)
  // A database that is ended takes its connections along.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

async function publishAll(): Promise<void> {
  const { hostname, port, pathname, username, password } = new URL(target.url)
  const efectos = await addServidor(product, 'Efectos', {
    tipoServidor: 'postgresql',
    config: {
      host: hostname,
      puerto: Number(port),
      baseDatos: pathname.slice(1),
      usuario: decodeURIComponent(username),
      contrasena: decodeURIComponent(password),
    },
  })
  const interno = await addServidor(product, 'Lo propio', { tipoServidor: 'interno', config: {} })
  expect((await product.api('POST', '/tablas', HECHOS)).status).toBe(201)
  const anota = await publish('anotar', anotaFlujo(interno), 'memoria')
  for (const clase of CLASES) {
    const flujo = chaosFlujo(clase, { efectos, interno, anota }, { workS: WORK_S, sleepMs: SLEEP_MS })
    const procesoId = await publish(clase, flujo, modoOf(clase))
    const canal = { nombre: clase, tipo: 'REST', ruta: clase, modo: 'asincrono', aviso: peer.aviso }
    const { json } = await product.api('POST', '/canales', canal)
    await product.api('PUT', `/canales/${idOf(json)}/procesos`, [
      { procesoId, metodo: 'POST', ruta: '/{clave}' },
    ])
  }
  const flujos = { vacio: emptyFlujo(), lento: slowFlujo(efectos, SLOW_S) }
  tareas = await startChaosTareas(product, ask, (nombre) => publish(nombre, flujos[nombre], 'durable'))
  await addChaosAlerta(product, peer)
  for (const node of nodes)
    for (const _clase of CLASES)
      await vi.waitFor(async () => expect(await accept(node)).toBe(true), { timeout: BACK_MS, interval: 200 })
}

async function publish(nombre: string, flujo: Flujo, modo: Proceso['modo']): Promise<string> {
  const { json, text, status } = await product.api('POST', '/procesos', { nombre, modo, flujo })
  expect(status, text).toBe(201)
  const procesoId = idOf(json)
  const published = await product.api('POST', `/procesos/${procesoId}/publicar`, {})
  expect(published.status, published.text).toBe(200)
  return procesoId
}

/** False: nobody promised anything, though it may have been taken. */
async function accept({ motor }: Node): Promise<boolean> {
  const clave = claves++
  try {
    const answer = await fetch(`${motor.url}/rest/${claseOf(clave)}/${clave}`, { method: 'POST' })
    if (answer.status !== 202) return false
    accepted.set(clave, ((await answer.json()) as { idEjecucion: string }).idEjecucion)
    return true
  } catch {
    return false
  }
}

/** Whoever waits for a signal gets one, through whichever node: if not through one, then through the next. */
function startSignalling(): { stop(): Promise<void> } {
  let isOver = false
  let tries = 0
  async function signal(clave: number, ruta: string): Promise<void> {
    const { motor } = nodes[tries++ % NODES] ?? {}
    const body = JSON.stringify({ clave })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const { status = 0 } = await fetch(`${motor?.url}${ruta}`, sent).catch(() => ({ status: 0 }))
    // It is good once, and what was lost may have been the answer.
    if (status === 202 || status === 409 || status === 410)
      await effects.query('update direcciones set enviada = true where clave = $1', [clave])
  }
  async function goOn(): Promise<void> {
    while (!isOver) {
      const { rows } = await effects.query<{ clave: number; ruta: string }>(
        'select clave, ruta from direcciones where not enviada',
      )
      await Promise.all(rows.map(({ clave, ruta }) => signal(clave, ruta)))
      await new Promise((resolve) => setTimeout(resolve, SIGNAL_MS))
    }
  }
  const going = goOn()
  return {
    async stop() {
      isOver = true
      await going
    },
  }
}

/** Kills every process of a node at once, as when its machine goes. */
async function killNode({ motor }: Node): Promise<void> {
  killTree(motor.pid())
  await motor.gone()
}

/** Runs that a node has under way itself. */
async function countHeld({ motor }: Node): Promise<number> {
  return sumsOf(await (await fetch(`${motor.url}/metrics`)).text()).activas ?? 0
}

/** Of accepted runs those that have neither ended nor been given up. */
async function listUnended(): Promise<string[]> {
  const ids = [...accepted.values()].map((id) => `'${id}'`).join()
  const rows = await ask<{ id: string }>(`
    select id from unnest(array[${ids}]::uuid[]) as run (id)
    where not exists (select from respuestas_asincronas as ended where ended.id = run.id)
      and not exists (select from cola.job where name = 'ejecuciones-perdidas' and source_id = run.id)`)
  return rows.map(({ id }) => id)
}

async function expectEnded(timeout: number): Promise<void> {
  try {
    await expect
      .poll(() => listUnended().catch(() => ['the database is away']), { timeout, interval: 250 })
      .toEqual([])
  } catch (error) {
    process.stdout.write(
      `${JSON.stringify(await ask(WHERE_THEY_STAND((await listUnended()).map((id) => `'${id}'`).join())))}\n`,
    )
    throw error
  }
}

/** Of runs that do not end. */
const WHERE_THEY_STAND = (ids: string) => `
  select run.id, name, state, retry_count, started_on, heartbeat_on, start_after, intento, dormida, terminada,
    (select count(*)::int from puntos_de_control where ejecucion_id = run.id) as puntos, now() as ahora
  from unnest(array[${ids}]::uuid[]) as run (id)
  left join cola.job on job.id = run.id or job.source_id = run.id
  left join ejecuciones_durables as durable on durable.id = run.id`

test(
  'what a node was doing goes on elsewhere within fifteen seconds once it is killed',
  async () => {
    const [victim] = nodes
    if (!victim) throw new Error('there is no node')
    await Promise.all(Array.from({ length: 60 }, (_, at) => accept(nodes[at % NODES] ?? victim)))
    await expect.poll(() => countHeld(victim)).toBeGreaterThan(0)
    const began = performance.now()
    await killNode(victim)
    await expectEnded(GOES_ON_MS + WORK_S * 1_000 + SLEEP_MS)
    const again = await ask<{ count: number }>(
      `select count(*)::int as count from cola.job where name = 'ejecuciones' and retry_count > 0`,
    )
    expect(again[0]?.count).toBeGreaterThan(0)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    process.stdout.write(
      `a killed node: all ended after ${seconds} s, ${again[0]?.count} went on elsewhere\n`,
    )
    await victim.motor.start()
  },
  STARTING_MS,
)

test(
  `${MINUTES} minutes of a cluster whose nodes and database die and whose connections are cut (CHAOS_SEED=${SEED})`,
  async () => {
    const { random, pick } = createRandom(SEED)
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const breakFor = async (proxy: TcpProxy, fault: Parameters<TcpProxy['fail']>[0]) => {
      await proxy.fail(fault)
      await pause(500 + random() * 2_500)
      await proxy.fail(null)
    }
    const faults = {
      'nodo muerto': async () => {
        const node = pick(nodes)
        await killNode(node)
        await pause(random() * 2_000)
        await node.motor.start()
      },
      'base reiniciada': () => own.restart('SIGINT', () => pause(random() * 1_000)),
      'base muerta': () => own.restart('SIGKILL', () => pause(random() * 1_000)),
      'conexión cortada': () =>
        breakFor(pick(nodes).proxy, { kind: 'cut', afterBytes: Math.floor(random() * 5_000) }),
      'conexión muda': () => breakFor(pick(nodes).proxy, { kind: 'blackhole' }),
      'conexión lenta': () => breakFor(pick(nodes).proxy, { kind: 'dribble', bytesPerSecond: 400 }),
      'conexión negada': () => breakFor(pick(nodes).proxy, { kind: 'refuse' }),
    }
    const names = Object.keys(faults) as (keyof typeof faults)[]
    const counts: Record<string, number> = {}
    let isOver = false
    const calling = nodes.map(async (node) => {
      while (!isOver) {
        await accept(node)
        await pause(100)
      }
    })
    const until = performance.now() + MINUTES * 60_000
    while (performance.now() < until) {
      const name = pick(names)
      counts[name] = (counts[name] ?? 0) + 1
      await faults[name]()
      await pause(random() * 1_000)
    }
    await expect.poll(() => ask(UNLEASED), { timeout: BACK_MS }).toEqual([])
    isOver = true
    await Promise.all(calling)
    await expectEnded(ENDED_MS)
    process.stdout.write(`${JSON.stringify({ semilla: SEED, aceptadas: accepted.size, ...counts })}\n`)
    await expectInvariants()
  },
  MINUTES * 60_000 + STARTING_MS + ENDED_MS + 2 * BACK_MS,
)

/** Told of as running, and nobody has them: their worker has not been heard of for too long, or none has a run that neither sleeps nor ended. */
const UNLEASED = `
  select id from cola.job where name = 'ejecuciones' and state = 'active'
    and coalesce(heartbeat_on, started_on) < now() - interval '${GOES_ON_MS} milliseconds'
  union all
  select id from ejecuciones_durables as durable where terminada is null and not dormida
    and not exists (select from cola.job where name = 'ejecuciones' and id = durable.id and state <= 'active')`

async function expectInvariants(): Promise<void> {
  const promised = [...accepted.keys()].toSorted((left, right) => left - right)
  const ids = [...accepted.values()].map((id) => `'${id}'`).join()
  const ended = await ask<{ codigo: string | null; veces: number }>(`
    select case when estado <> 'ok' then convert_from(cuerpo, 'UTF8')::jsonb ->> 'codigo' end as codigo,
      count(*)::int as veces
    from respuestas_asincronas where id in (${ids}) group by 1`)
  const lost = await ask<{ clave: number }>(`
    select (data -> 'entrada' ->> 'clave')::int as clave from cola.job where name = 'ejecuciones-perdidas'`)
  process.stdout.write(`${JSON.stringify({ ended, perdidas: lost.length })}\n`)
  const well = ended.find(({ codigo }) => codigo === null)?.veces ?? 0
  expect(well).toBeGreaterThanOrEqual(accepted.size * WELL)
  expect(ended.filter(({ codigo }) => codigo !== null && !EXPLAINED.includes(codigo))).toEqual([])
  // What nobody was promised may have been done, too; nothing was done twice.
  const here = await ask<{ clave: number; veces: number }>(`
    select (datos ->> 'clave')::int as clave, count(*)::int as veces from tabla_filas group by 1`)
  expect(here.filter(({ veces }) => veces > 1)).toEqual([])
  const { rows } = await effects.query<{ clave: number }>('select clave from efectos')
  const elsewhere = new Set(rows.map(({ clave }) => clave))
  const done = new Set(here.map(({ clave }) => clave))
  expect([...done].filter((clave) => !elsewhere.has(clave))).toEqual([])
  const given = new Set(lost.map(({ clave }) => clave))
  const failed = await ask<{ id: string }>(`select id from respuestas_asincronas where estado <> 'ok'`)
  const without = new Set(failed.map(({ id }) => id))
  for (const [clave, id] of accepted) if (without.has(id)) given.add(clave)
  const isDone = (clave: number) => (claseOf(clave) === 'durable' ? done : elsewhere).has(clave)
  expect(promised.filter((clave) => !isDone(clave) && !given.has(clave))).toEqual([])
  await expect.poll(() => ask(UNLEASED), { timeout: BACK_MS }).toEqual([])
  await expectSignalled(ids)
  await expectTold()
  await deciding.expectKept(ask)
  await tareas.expectLedger({ timeout: ENDED_MS })
  await expectAlertas(ask, { peer, timeout: ENDED_MS })
  // Nothing is told of as running that nobody runs.
  const running = async () => (await product.api('GET', '/ejecuciones?estado=ejecutando')).json
  await expect.poll(running, { timeout: BACK_MS }).toEqual([])
  await memory.expectBack(supervisors())
}

/** Each got what was sent to it, and no other's. */
async function expectSignalled(ids: string): Promise<void> {
  const rows = await ask<{ id: string; recibida: number }>(`
    select id, (convert_from(cuerpo, 'UTF8')::jsonb ->> 'recibida')::int as recibida from respuestas_asincronas
    where id in (${ids}) and estado = 'ok' and convert_from(cuerpo, 'UTF8') like '%recibida%'`)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ id, recibida }) => accepted.get(recibida) !== id)).toEqual([])
}

/** Of each end whoever the canal names was told, signed. */
async function expectTold(): Promise<void> {
  const untold = () => [...accepted.values()].filter((id) => !peer.told.has(id))
  await expect.poll(untold, { timeout: ENDED_MS, interval: 250 }).toEqual([])
  expect(peer.forged()).toBe(0)
}
