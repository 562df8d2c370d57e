import type { Attempt } from './attempts.ts'
import type { KeptSides, OneWorker } from './keep-sides.ts'
import {
  type AcceptResult,
  measureAccept,
  measureDrain,
  measureStartLatency,
  publishAsync,
  type StartLatencyResult,
} from './measure-async.ts'
import { measureRunCost, type RunCostResult } from './measure-run-cost.ts'
import {
  measureSchedules,
  measureWaiting,
  type SchedulesResult,
  type WaitingResult,
} from './measure-waiting.ts'

/** What is accepted now and runs later. */
export interface QueueResult {
  accept: AcceptResult | null
  startLatency: StartLatencyResult | null
  drainPorSegundo: number | null
  runCost: RunCostResult | null
  waiting: WaitingResult | null
  schedules: SchedulesResult | null
}

type Nombre = 'accept' | 'start-latency' | 'drain' | 'run-cost' | 'waiting' | 'schedules'

export async function measureQueue(
  sides: Pick<KeptSides, 'use'>,
  { attempt, rounds, seconds }: { attempt: Attempt; rounds: number; seconds: number },
): Promise<QueueResult> {
  const measure = <Result>(nombre: Nombre, run: (sides: OneWorker, base: string) => Promise<Result>) =>
    attempt(nombre, () =>
      sides.use(async (each) => {
        const result = await run(each, await publishAsync(each.drawn))
        process.stdout.write(`${nombre}  ${JSON.stringify(result)}\n`)
        return result
      }),
    )
  const startLatency = await measure('start-latency', ({ drawn }, base) => measureStartLatency(drawn, base))
  const waiting = await measure('waiting', ({ drawn }) => measureWaiting(drawn, seconds * rounds))
  const schedules = await measure('schedules', ({ drawn }) => measureSchedules(drawn))
  const accept = await measure('accept', (both, base) => measureAccept(both, base, { rounds, seconds }))
  const drainPorSegundo = await measure('drain', ({ drawn }, base) => measureDrain(drawn, base, seconds))
  const runCost = await measure('run-cost', ({ drawn }, base) => measureRunCost(drawn, base, seconds))
  return { accept, startLatency, drainPorSegundo, runCost, waiting, schedules }
}

/** A line for each that was measured. */
export function describeQueue(queue: QueueResult): string[] {
  const { accept, startLatency, drainPorSegundo, runCost, waiting, schedules } = queue
  const lines: string[] = []
  if (accept)
    lines.push(
      `\`accept\`: ${Math.round(accept.drawn)} calls a second are accepted, 64 at once, each on disk before it is told so; by hand, with an INSERT for each, ${Math.round(accept.limit)}: **${accept.ratio.toFixed(2)}** times as many (target 1.5).`,
    )
  if (startLatency)
    lines.push(
      `\`start-latency\`: an accepted call begins p50 **${startLatency.p50.toFixed(0)}** ms, p99 **${startLatency.p99.toFixed(0)}** ms after it came, with nothing else to do (target 15 and 60).`,
    )
  if (drainPorSegundo !== null)
    lines.push(
      `\`drain\`: **${Math.round(drainPorSegundo)}** runs a second of those that wait, 64 at once (target 1,500).`,
    )
  if (runCost) {
    const costs = Object.entries(runCost).map(
      ([what, { motorUs, databaseUs, walBytes }]) =>
        `${what} ${Math.round(motorUs)} µs of the worker, ${Math.round(databaseUs)} µs of its database, ${Math.round(walBytes)} bytes of WAL`,
    )
    lines.push(`\`run-cost\`: one run takes, the history included: ${costs.join('; ')}.`)
  }
  if (waiting)
    lines.push(
      `\`waiting\`: with nothing to do the worker and its database take ${waiting.without.toFixed(1)} % of a core; with 1,000,000 runs in the queue that are to begin tomorrow **${waiting.queued.toFixed(1)}** %, with 1,000,000 durable runs that sleep (a third each until tomorrow, for a signal and for an approval) **${waiting.asleep.toFixed(1)}** % (target: 1 more).`,
    )
  if (schedules)
    lines.push(
      `\`schedules\`: of 10,000 tareas ${schedules.due} are due in one minute; the last of them begins **${Math.round(schedules.latestMs)}** ms after it (target 2,000).`,
    )
  return lines.flatMap((line) => ['', line])
}
