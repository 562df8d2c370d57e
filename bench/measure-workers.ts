import type pg from 'pg'
import { load } from './load.ts'
import { median } from './median.ts'
import { askOwn } from './own-database.ts'
import { cpuSeconds } from './process-usage.ts'
import type { Side } from './side.ts'
import type { Workload } from './workloads.ts'

/** Alike on every side: CPU a call falls with the calls that come together in one turn of the event loop. */
const CALLERS_PER_WORKER = 32

/** Of each worker: one that has answered half as many calls has compiled less of them. */
const WARM_UP_SECONDS = 3

interface Options {
  workload: Workload
  rounds: number
  seconds: number
}

/** What the workers of one server do under load. */
interface WorkersLoad {
  porSegundo: number
  /** Calls that the workers answer for each second of CPU they use: what the generator takes of the cores is left out. */
  porSegundoDeCpu: number
}

/** One worker and two, and how many times as much the two answer for the CPU they get. */
export interface Scaling {
  one: WorkersLoad
  two: WorkersLoad
  ratio: number
}

/** What a second worker adds: one and two in turn. */
export async function measureScaling(
  { one, two }: { one: Side; two: Side },
  options: Options,
): Promise<Scaling> {
  const rounds: { one: WorkersLoad; two: WorkersLoad }[] = []
  for (const side of [one, two])
    await loadWorkers(side, { ...options, seconds: WARM_UP_SECONDS * side.pids.length })
  for (let round = 0; round < options.rounds; round++) {
    rounds.push({ one: await loadWorkers(one, options), two: await loadWorkers(two, options) })
  }
  const summary = (which: 'one' | 'two') => ({
    porSegundo: median(rounds.map((round) => round[which].porSegundo)),
    porSegundoDeCpu: median(rounds.map((round) => round[which].porSegundoDeCpu)),
  })
  const ratios = rounds.map((round) => (2 * round.two.porSegundoDeCpu) / round.one.porSegundoDeCpu)
  return { one: summary('one'), two: summary('two'), ratio: median(ratios) }
}

async function loadWorkers({ base, pids }: Side, { workload, seconds }: Options): Promise<WorkersLoad> {
  const before = cpuSeconds(pids)
  const connections = CALLERS_PER_WORKER * pids.length
  const { llamadas, porSegundo } = await load(base, workload, { connections, seconds })
  return { porSegundo, porSegundoDeCpu: llamadas / (cpuSeconds(pids) - before) }
}

/** Transactions that the product commits in its own database, a run. */
export async function countTransactions(
  { base, pids }: Side,
  workload: Workload,
  seconds: number,
): Promise<number> {
  return askOwn({ pids }, async (own) => {
    const before = await readCommits(own)
    const { llamadas } = await load(base, workload, { connections: CALLERS_PER_WORKER, seconds })
    return ((await readCommits(own)) - before) / llamadas
  })
}

/** What was committed in the database so far. Statistics of other sessions arrive up to a second late. */
async function readCommits(client: pg.Client): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await client.query(
    'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
  )
  return rows[0].commits
}
