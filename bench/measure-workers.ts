import pg from 'pg'
import type { WorkersResult } from './describe-results.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { cpuSeconds, environmentOf } from './process-usage.ts'
import type { Side, Sides } from './side.ts'
import type { Workload } from './workloads.ts'

/** Alike on every side: CPU a call falls with the calls that come together in one turn of the event loop. */
const CALLERS_PER_WORKER = 32

interface Options {
  workload: Workload
  rounds: number
  seconds: number
}

/** What the workers of one server do under load. */
export interface WorkersLoad {
  porSegundo: number
  /** Calls that the workers answer for each second of CPU they use: what the generator takes of the cores is left out. */
  porSegundoDeCpu: number
}

type WorkersMeasured = Readonly<Record<keyof Sides, WorkersLoad>>

/** Both sides with the same number of workers, one after the other. */
export async function measureWorkers(sides: Sides, options: Options): Promise<WorkersMeasured> {
  return {
    limit: await measureSide(sides.limit, options),
    drawn: await measureSide(sides.drawn, options),
  }
}

/** What a second worker adds. */
export function scale(one: WorkersMeasured, two: WorkersMeasured): Pick<WorkersResult, 'limit' | 'drawn'> {
  const scaling = (side: 'limit' | 'drawn') => ({
    one: one[side],
    two: two[side],
    ratio: (2 * two[side].porSegundoDeCpu) / one[side].porSegundoDeCpu,
  })
  return { limit: scaling('limit'), drawn: scaling('drawn') }
}

async function measureSide(
  { base, pids }: Side,
  { workload, rounds, seconds }: Options,
): Promise<WorkersLoad> {
  const connections = CALLERS_PER_WORKER * pids.length
  await load(base, workload, { connections, seconds: 1 })
  const measured: WorkersLoad[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpuSeconds(pids)
    const { llamadas, porSegundo } = await load(base, workload, { connections, seconds })
    measured.push({ porSegundo, porSegundoDeCpu: llamadas / (cpuSeconds(pids) - before) })
  }
  return {
    porSegundo: median(measured.map((each) => each.porSegundo)),
    porSegundoDeCpu: median(measured.map((each) => each.porSegundoDeCpu)),
  }
}

/** Transactions that the product commits in its own database, a run. */
export async function countTransactions(
  { base, pids }: Side,
  workload: Workload,
  seconds: number,
): Promise<number> {
  const own = new pg.Client(environmentOf(pids[0] ?? 0).DIV_DATABASE_URL)
  await own.connect()
  try {
    const before = await readCommits(own)
    const { llamadas } = await load(base, workload, { connections: CALLERS_PER_WORKER, seconds })
    return ((await readCommits(own)) - before) / llamadas
  } finally {
    await own.end()
  }
}

/** What was committed in the database so far. Statistics of other sessions arrive up to a second late. */
async function readCommits(client: pg.Client): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await client.query(
    'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
  )
  return rows[0].commits
}
