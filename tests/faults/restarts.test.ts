import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { motorsOf } from '../../bench/process-usage.ts'
import { stopProducts } from '../../e2e/product.ts'
import { askAnew, BACK_MS, countAnswers, expectTold, type Load, startLoad, tryAsk } from './calls.ts'
import {
  addServidor,
  countRuns,
  ENOUGH_CALLS,
  endPostgres,
  expectProductWhole,
  type FaultProduct,
  killWorker,
  MAY_CUT_EACH,
  type Published,
  publishCounted,
  publishFlujo,
  startFaultProduct,
  untilEnded,
} from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'
import { postgresPeer } from './peers.ts'

const STARTING_MS = 90_000
/** Held by a test while connections are to stay taken. */
const LOCK = 20_264
/** Until what follows is there, on a machine that is busy. */
const LATER = { timeout: BACK_MS }
/** Spread over the workers by chance: of so many each worker gets some. */
const HOLDING = 16
const CALLERS = 12

let product: FaultProduct
let url: string
/** Its runs hold a connection of a servidor for as long as a test holds the lock. */
let holdingUrl: string
/** Its runs are accepted into our own database. */
let accepting: Published

beforeAll(async () => {
  product = await startFaultProduct({ DIV_WORKERS: '2' })
  const peer = postgresPeer()
  const servidor = peer.servidorAt(peer.address)
  // Nothing that is held is to end by itself.
  const tiempoMaximoMs = BACK_MS
  const servidorId = await addServidor(product, 'Con llave', {
    ...servidor,
    pool: { max: HOLDING },
    resiliencia: { tiempoMaximoMs },
  })
  const objeto = { sql: `select pg_advisory_xact_lock_shared(${LOCK})` }
  const node = { servidorId, tipoServidor: servidor.tipoServidor, tipoObjeto: 'consulta', objeto }
  url = await publishFlujo(product, 'Saludo', healthyFlujo())
  holdingUrl = (
    await publishCounted(product, { nombre: 'Con llave', flujo: callFlujo(node), canal: { tiempoMaximoMs } })
  ).url
  accepting = await publishCounted(product, {
    nombre: 'Aceptada',
    flujo: healthyFlujo(),
    canal: { modo: 'asincrono' },
  })
  await product.rememberMemory([url, holdingUrl])
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

test(
  'a worker that is killed under load takes its own calls along and nothing else',
  async () => {
    const load = startLoad(url, CALLERS)
    await killWorker(product)
    await expect.poll(() => load.told.length, { timeout: BACK_MS }).toBeGreaterThan(ENOUGH_CALLS)
    await load.stop()
    expectOnlyItsOwnCut(load)
    // Once its successor listens, none.
    const after = startLoad(url)
    await expect.poll(() => after.told.length, { timeout: BACK_MS }).toBeGreaterThan(100)
    await after.stop()
    expect(Object.keys(countAnswers(after.told))).toEqual(['200'])
    await expectProductWhole(product)
  },
  STARTING_MS,
)

/** Those that were under way in the worker that died, or on their way to it: all others were answered right. */
function expectOnlyItsOwnCut({ told }: Load): void {
  const { 200: answered = 0, 0: cut = 0, ...others } = countAnswers(told)
  expect(others).toEqual({})
  expect(answered).toBeGreaterThan(0)
  expect(cut).toBeLessThanOrEqual(CALLERS * MAY_CUT_EACH)
}

/** Calls that hold connections of a servidor while `meanwhile` goes on: what they were told. */
async function whileHeld(meanwhile: () => Promise<void>): Promise<number[]> {
  const holder = new pg.Client(process.env.DIV_TEST_POSTGRES)
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    const calls = Array.from({ length: HOLDING }, () => askAnew(holdingUrl))
    await expect.poll(() => countSessions(holder), { timeout: BACK_MS }).toBe(HOLDING + 1)
    await meanwhile()
    await holder.query('select pg_advisory_unlock($1)', [LOCK])
    const statuses = await Promise.all(calls)
    // Of the dead ones too.
    await expect.poll(() => countSessions(holder), { timeout: BACK_MS }).toBe(0)
    return statuses
  } finally {
    await holder.end()
  }
}

/** Sessions that have the lock or wait for it. */
async function countSessions(holder: pg.Client): Promise<number> {
  const { rows } = await holder.query<{ count: number }>(
    "select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = $1",
    [LOCK],
  )
  return rows[0]?.count ?? 0
}

test(
  'a worker that is killed while its runs hold connections leaves none of them taken, and those of the other go on',
  async () => {
    const others = startLoad(url, CALLERS)
    const statuses = await whileHeld(() => killWorker(product))
    await others.stop()
    expect([...new Set(statuses)].toSorted()).toEqual([0, 200])
    expectOnlyItsOwnCut(others)
    await expectProductWhole(product)
    const again = await Promise.all(Array.from({ length: HOLDING }, () => askAnew(holdingUrl)))
    expect(new Set(again)).toEqual(new Set([200]))
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
    await untilEnded(product, accepting.procesoId)
    await expectProductWhole(product)
    const [before, acceptedBefore] = [await countRuns(product), await countRuns(product, accepting.procesoId)]
    const load = startLoad(url)
    // Those that need it, before it goes, while it is away and after.
    const accepts = startLoad(accepting.url, 2)
    const authorization = `Bearer ${product.token}`
    const looks = startLoad(`${product.apiUrl}/procesos`, 1, { headers: { authorization } })
    const held = await whileHeld(async () => {
      await expect.poll(() => load.told.length, { timeout: BACK_MS }).toBeGreaterThan(100)
      await endPostgres(product, signal)
    })
    await Promise.all([load.stop(), accepts.stop(), looks.stop()])
    // Connections of a servidor have nothing to do with it.
    expect(new Set(held)).toEqual(new Set([200]))
    const { 200: answered = 0, ...others } = countAnswers(load.told)
    expect(others).toEqual({})
    expect(answered).toBeGreaterThan(100)
    const { 202: accepted = 0, '503 COLA_NO_DISPONIBLE': refused = 0 } = countAnswers(accepts.told)
    expectTold(accepts.told, ['202', '503 COLA_NO_DISPONIBLE'])
    expectTold(looks.told, ['200', '503 BASE_DE_DATOS_NO_DISPONIBLE'])
    await expectProductWhole(product)
    // What was accepted has run; of what was refused nobody knows.
    await untilEnded(product, accepting.procesoId)
    // Their ends are stored, and the rows of the history follow.
    const countAccepted = async () => (await countRuns(product, accepting.procesoId)) - acceptedBefore
    if (signal === 'SIGINT') await expect.poll(countAccepted, LATER).toBeGreaterThanOrEqual(accepted)
    await expectProductWhole(product)
    const ran = await countAccepted()
    expect(ran).toBeLessThanOrEqual(accepted + refused)
    const recorded = (await countRuns(product)) - before - ran - HOLDING
    if (signal === 'SIGINT') expect(recorded).toBe(answered)
    // What was committed right before the kill had not been on the disk yet: commits of the history do not wait for it.
    else expect(recorded).toBeGreaterThan(100)
    // The administration has found its way back too.
    const stored = await product.api('POST', '/categorias', { nombre: `Después de ${signal}` })
    expect(stored.status).toBe(201)
  },
  STARTING_MS,
)
