import pg from 'pg'
import type { DrawnServer } from './drawn-server.ts'
import { load } from './load.ts'
import { cpuSeconds, environmentOf } from './process-usage.ts'
import type { Workload } from './workloads.ts'

const CONNECTIONS = 32

/** What the workers of one product do under load. */
export interface WorkersLoad {
  porSegundo: number
  /** Calls that the workers answer for each second of CPU they use: what the generator takes of the cores is left out. */
  porSegundoDeCpu: number
  /** Transactions that the product commits in its own database, a run. */
  transaccionesPorLlamada: number
}

export async function measureWorkers(
  { base, motorPids }: Pick<DrawnServer, 'base' | 'motorPids'>,
  workload: Workload,
  seconds: number,
): Promise<WorkersLoad> {
  const cpu = () => motorPids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const own = new pg.Client(environmentOf(motorPids[0] ?? 0).DIV_DATABASE_URL)
  await own.connect()
  try {
    await load(base, workload, { connections: CONNECTIONS, seconds: 1 })
    const [cpuBefore, commitsBefore] = [cpu(), await readCommits(own)]
    const { llamadas, porSegundo } = await load(base, workload, { connections: CONNECTIONS, seconds })
    return {
      porSegundo,
      porSegundoDeCpu: llamadas / (cpu() - cpuBefore),
      transaccionesPorLlamada: ((await readCommits(own)) - commitsBefore) / llamadas,
    }
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
