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

/** Of one side, by hand or drawn. */
export interface Workers {
  one: Side
  /** The same once more, by itself. */
  other: Side
  two: Side
}

/** What two workers are beside one. */
export interface Scaling {
  one: WorkersLoad
  two: WorkersLoad
  /** How many times as much as one worker two answer for the CPU they get, while one has the machine to itself and the generator. */
  ratio: number
  /** The same beside one of two servers of one worker each, which fill the cores and take as much of the generator as the two do. */
  besideOther: number
}

type Which = 'limit' | 'drawn'

/** What a second worker adds, by hand and drawn: all of them in turn, so that what else the machine does meets each. */
export async function measureScaling(
  sides: Readonly<Record<Which, Workers>>,
  options: Options,
): Promise<Record<Which, Scaling>> {
  const rounds: Record<Which, Round[]> = { limit: [], drawn: [] }
  const warm = { ...options, seconds: WARM_UP_SECONDS }
  for (const { one, other, two } of Object.values(sides)) {
    for (const side of [one, other]) await loadWorkers([side], warm)
    await loadWorkers([two], { ...warm, seconds: WARM_UP_SECONDS * two.pids.length })
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const which of ['limit', 'drawn'] as const) {
      const { one, other, two } = sides[which]
      rounds[which].push({
        one: await loadWorkers([one], options),
        two: await loadWorkers([two], options),
        both: await loadWorkers([one, other], options),
      })
    }
  }
  return { limit: summarize(rounds.limit), drawn: summarize(rounds.drawn) }
}

type Round = Record<'one' | 'two' | 'both', WorkersLoad>

function summarize(rounds: readonly Round[]): Scaling {
  const summary = (which: 'one' | 'two') => ({
    porSegundo: median(rounds.map((round) => round[which].porSegundo)),
    porSegundoDeCpu: median(rounds.map((round) => round[which].porSegundoDeCpu)),
  })
  const times = (which: 'one' | 'both') =>
    median(rounds.map((round) => (2 * round.two.porSegundoDeCpu) / round[which].porSegundoDeCpu))
  return { one: summary('one'), two: summary('two'), ratio: times('one'), besideOther: times('both') }
}

/** Several servers at the same time, each with the callers of its workers. */
async function loadWorkers(sides: readonly Side[], { workload, seconds }: Options): Promise<WorkersLoad> {
  const pids = sides.flatMap((side) => side.pids)
  const before = cpuSeconds(pids)
  const loads = await Promise.all(
    sides.map((side) =>
      load(side.base, workload, { connections: CALLERS_PER_WORKER * side.pids.length, seconds }),
    ),
  )
  const sum = (name: 'llamadas' | 'porSegundo') => loads.reduce((all, each) => all + each[name], 0)
  return {
    porSegundo: sum('porSegundo'),
    porSegundoDeCpu: sum('llamadas') / (cpuSeconds(pids) - before),
  }
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
