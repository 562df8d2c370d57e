import { setTimeout } from 'node:timers/promises'
import type { DrawnServer } from './drawn-server.ts'
import { load } from './load.ts'
import { ACCEPT, changePool, countWaiting, dropWaiting } from './measure-async.ts'
import { beginHeld } from './measure-kill.ts'
import { findPostgres } from './measure-waiting.ts'
import { askOwn } from './own-database.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './process-usage.ts'
import { DURABLE } from './workloads.ts'

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

export interface RunCostResult {
  /** Until the 202. */
  accept: RunCost
  /** From the queue to its end. */
  drain: RunCost
  /** Of five light nodes, from the call to its end. */
  durable: RunCost
}

type Drawn = Pick<DrawnServer, 'api' | 'pids' | 'motor' | 'base'>

/** What the capacity model of docs/operations.md counts with. */
export async function measureRunCost(drawn: Drawn, base: string, seconds: number): Promise<RunCostResult> {
  const measure = await startMeasuring(drawn)
  await changePool(drawn, { ejecucionesAsincronas: 1, colaEjecuciones: 10_000_000 })
  const held = await beginHeld(drawn, 1)
  // Pages that are touched for the first time since a checkpoint are written whole.
  await load(base, ACCEPT, { connections: CALLERS, seconds })
  const accept = await measure(async () => {
    const before = await countWaiting(drawn)
    await load(base, ACCEPT, { connections: CALLERS, seconds })
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
  await load(drawn.base, DURABLE, { connections: CALLERS, seconds })
  const durable = await measure(
    async () => (await load(drawn.base, DURABLE, { connections: CALLERS, seconds })).llamadas,
  )
  return { accept, drain, durable }
}

/** Measures work that answers how many runs it was. */
async function startMeasuring(drawn: Drawn) {
  const postgres = await findPostgres(drawn)
  const look = () =>
    askOwn(drawn, async (client) => {
      const { rows } = await client.query<{ wal: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`,
      )
      const wal = Number(rows[0]?.wal)
      return { wal, motor: cpuSeconds(drawn.pids), database: cpuSecondsOfFamily(postgres) }
    })
  return async (work: () => Promise<number>): Promise<RunCost> => {
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
