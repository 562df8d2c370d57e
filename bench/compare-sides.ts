import type { Comparison } from './describe-results.ts'
import { type Load, load } from './load.ts'
import { median } from './median.ts'
import { cpuSeconds, memoryMiB } from './process-usage.ts'
import type { Side, Sides } from './side.ts'
import type { Workload } from './workloads.ts'

type Compared = Pick<Workload, 'nombre' | 'metodo' | 'path' | 'body' | 'contentType' | 'target'>

/** Interleaved, so that what else the machine does meets both; the first round of each warms up and does not count. */
export async function compare(
  workload: Compared,
  sides: Sides,
  { connections, rounds: times, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Comparison> {
  const rounds: { limit: Round; drawn: Round }[] = []
  await measureRound(workload, sides.limit, connections, 1)
  await measureRound(workload, sides.drawn, connections, 1)
  for (let round = 0; round < times; round++) {
    const limit = await measureRound(workload, sides.limit, connections, seconds)
    const drawn = await measureRound(workload, sides.drawn, connections, seconds)
    rounds.push({ limit, drawn })
  }
  const summary = (side: 'limit' | 'drawn') => ({
    porSegundo: median(rounds.map((round) => round[side].porSegundo)),
    p50: median(rounds.map((round) => round[side].p50)),
    p99: median(rounds.map((round) => round[side].p99)),
    cpuMsPorMil: median(rounds.map((round) => round[side].cpuMsPorMil)),
    memoriaMiB: memoryMiB(sides[side].pids),
  })
  const ratios = rounds.map(({ limit, drawn }) => drawn.porSegundo / limit.porSegundo)
  const comparison = {
    nombre: workload.nombre,
    connections,
    target: workload.target,
    limit: summary('limit'),
    drawn: summary('drawn'),
    ratio: median(ratios),
    p99Ratio: median(rounds.map(({ limit, drawn }) => drawn.p99 / limit.p99)),
    spread: [Math.min(...ratios), Math.max(...ratios)] as const,
  }
  const { limit, drawn } = comparison
  process.stdout.write(
    `${workload.nombre.padEnd(13)} ${String(connections).padStart(3)}  ${Math.round(limit.porSegundo)} → ${Math.round(drawn.porSegundo)}/s  ` +
      `${comparison.ratio.toFixed(2)}  p99 ${limit.p99.toFixed(2)} → ${drawn.p99.toFixed(2)} ms (${comparison.p99Ratio.toFixed(1)})  cpu ${Math.round(limit.cpuMsPorMil)} → ${Math.round(drawn.cpuMsPorMil)} ms/1000\n`,
  )
  return comparison
}

/** Both do the same work: the same body for the same call. */
export async function checkBodies({ nombre, metodo, body, path }: Workload, sides: Sides): Promise<void> {
  const at = path()
  const answers = await Promise.all(
    Object.values(sides).map(async ({ base }) => {
      const answer = await fetch(base + at, {
        method: metodo,
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      })
      return JSON.stringify(sorted(await answer.json()))
    }),
  )
  if (new Set(answers).size !== 1)
    throw new Error(`${nombre}: the sides answer differently:\n${answers.join('\n')}`)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, sorted(each)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

type Round = Load & { cpuMsPorMil: number }

async function measureRound(
  workload: Compared,
  { base, pids }: Side,
  connections: number,
  seconds: number,
): Promise<Round> {
  const before = cpuSeconds(pids)
  const result = await load(base, workload, { connections, seconds })
  return { ...result, cpuMsPorMil: ((cpuSeconds(pids) - before) * 1_000_000) / result.llamadas }
}
