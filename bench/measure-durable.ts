import type { DrawnServer } from './drawn-server.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { DURABLE } from './workloads.ts'

/** Runs under way at the same time: as many as one worker takes from the queue by itself. */
const AT_ONCE = 64

export interface DurableResult {
  /** Runs a second that were accepted, kept node by node and answered. */
  porSegundo: number
  p50: number
  p99: number
}

/** Durable runs through a synchronous canal: each caller waits for its answer and calls again. */
export async function measureDurable(
  { base }: Pick<DrawnServer, 'base'>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<DurableResult> {
  const round = () => load(base, DURABLE, { connections: AT_ONCE, seconds })
  await round()
  const measured: DurableResult[] = []
  for (let each = 0; each < rounds; each++) measured.push(await round())
  const middle = (pick: (round: DurableResult) => number) => median(measured.map(pick))
  return {
    porSegundo: middle(({ porSegundo }) => porSegundo),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
  }
}
