import { setTimeout } from 'node:timers/promises'
import type { DrawnServer } from './drawn-server.ts'
import { load } from './load.ts'
import { ACCEPT, changePool, countWaiting, dropWaiting } from './measure-async.ts'
import { beginHeld } from './measure-kill.ts'
import { findPostgres } from './measure-waiting.ts'
import { askOwn } from './own-database.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './process-usage.ts'
import { carryFlujo, DURABLE, DURABLE_NODES, LARGE, type Workload } from './workloads.ts'

const CALLERS = 64
/** Within which what has ended is in the history. */
const WRITTEN_MS = 1_500
const POLL_MS = 100
const US_PER_S = 1_000_000

/** What one run takes, the history included. */
interface RunCost {
  runs: number
  porSegundo: number
  /** Microseconds of CPU of the worker, and of the processes of its database. */
  motorUs: number
  databaseUs: number
  walBytes: number
}

/** What one call comes to, of bodies of a few dozen bytes and of some 10 kB. */
export interface RunCostResult {
  /** Until the 202. */
  accept: RunCost
  /** From the queue to its end. */
  drain: RunCost
  /** Of five light nodes, from the call to its end. */
  durable: RunCost
  acceptLarge: RunCost
  drainLarge: RunCost
  /** Its body is in what each of the five nodes keeps. */
  durableLarge: RunCost
}

type Drawn = Pick<DrawnServer, 'api' | 'pids' | 'motor' | 'base'>
type Call = Pick<Workload, 'nombre' | 'metodo' | 'path' | 'body'>
type Measure = (work: () => Promise<number>) => Promise<RunCost>

/** What the capacity model of docs/operations.md counts with. */
export async function measureRunCost(drawn: Drawn, base: string, seconds: number): Promise<RunCostResult> {
  const measure = await startMeasuring(drawn)
  await changePool(drawn, { ejecucionesAsincronas: 1, colaEjecuciones: 10_000_000 })
  const large = await publishLarge(drawn)
  const small = await measureAccepted(drawn, measure, { base, call: ACCEPT, seconds })
  const durable = await measureDurable(measure, { base: drawn.base, call: DURABLE, seconds })
  const big = await measureAccepted(drawn, measure, { base: large.accept, call: LARGE, seconds })
  const durableLarge = await measureDurable(measure, { base: large.durable, call: LARGE, seconds })
  return { ...small, durable, acceptLarge: big.accept, drainLarge: big.drain, durableLarge }
}

interface Calls {
  base: string
  call: Call
  seconds: number
}

async function measureAccepted(
  drawn: Drawn,
  measure: Measure,
  { base, call, seconds }: Calls,
): Promise<Pick<RunCostResult, 'accept' | 'drain'>> {
  await changePool(drawn, { ejecucionesAsincronas: 1 })
  const held = await beginHeld(drawn, 1)
  // Pages that are touched for the first time since a checkpoint are written whole.
  await load(base, call, { connections: CALLERS, seconds })
  const accept = await measure(async () => {
    const before = await countWaiting(drawn)
    await load(base, call, { connections: CALLERS, seconds })
    return (await countWaiting(drawn)) - before
  })
  for (const id of held) await drawn.api('POST', `/ejecuciones/${id}/cancelar`, {})
  const drain = await measure(async () => {
    const before = await countWaiting(drawn)
    await changePool(drawn, { ejecucionesAsincronas: CALLERS })
    while ((await countWaiting(drawn)) > 0) await setTimeout(POLL_MS)
    return before
  })
  await dropWaiting(drawn)
  return { accept, drain }
}

async function measureDurable(measure: Measure, { base, call, seconds }: Calls): Promise<RunCost> {
  await load(base, call, { connections: CALLERS, seconds })
  return measure(async () => (await load(base, call, { connections: CALLERS, seconds })).llamadas)
}

/** Where calls with large bodies go: to an asynchronous canal that answers them, and through the nodes of a durable proceso. */
async function publishLarge({ api, motor }: Drawn): Promise<{ accept: string; durable: string }> {
  async function publish(nombre: string, modo: 'memoria' | 'durable', canal: object): Promise<string> {
    const flujo = carryFlujo(modo === 'durable' ? DURABLE_NODES : 0)
    const { id: procesoId } = (await api('POST', '/procesos', { nombre, modo, flujo })) as { id: string }
    await api('POST', `/procesos/${procesoId}/publicar`, {})
    const made = (await api('POST', '/canales', { nombre, tipo: 'REST', ruta: nombre, ...canal })) as {
      id: string
    }
    await api('PUT', `/canales/${made.id}/procesos`, [
      { procesoId, version: 'publicada', metodo: LARGE.metodo, ruta: LARGE.path() },
    ])
    const base = `${motor}/rest/${nombre}`
    while (!(await isAnswered(base))) await setTimeout(POLL_MS)
    return base
  }
  return {
    accept: await publish('grandes', 'memoria', { modo: 'asincrono' }),
    durable: await publish('grandes-durables', 'durable', { tiempoMaximoMs: 600_000 }),
  }
}

async function isAnswered(base: string): Promise<boolean> {
  const { metodo: method, body = '' } = LARGE
  const headers = { 'content-type': 'application/json' }
  return (await fetch(base + LARGE.path(), { method, body, headers })).ok
}

/** Measures work that answers how many runs it was. */
async function startMeasuring(drawn: Drawn): Promise<Measure> {
  const postgres = await findPostgres(drawn)
  const look = () =>
    askOwn(drawn, async (client) => {
      const { rows } = await client.query<{ wal: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`,
      )
      const wal = Number(rows[0]?.wal)
      return { wal, motor: cpuSeconds(drawn.pids), database: cpuSecondsOfFamily(postgres) }
    })
  return async (work) => {
    const before = await look()
    const began = performance.now()
    const runs = await work()
    const seconds = (performance.now() - began) / 1_000
    await setTimeout(WRITTEN_MS)
    const after = await look()
    return {
      runs,
      porSegundo: runs / seconds,
      motorUs: ((after.motor - before.motor) * US_PER_S) / runs,
      databaseUs: ((after.database - before.database) * US_PER_S) / runs,
      walBytes: (after.wal - before.wal) / runs,
    }
  }
}
