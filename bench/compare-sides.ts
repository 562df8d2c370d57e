import { setTimeout } from 'node:timers/promises'
import type { Comparison } from './describe-results.ts'
import { type Load, load, type Sample } from './load.ts'
import { median } from './median.ts'
import { cpuSeconds, memoryMiB } from './process-usage.ts'
import type { Side, Sides } from './side.ts'
import type { Workload } from './workloads.ts'

type Compared = Pick<Workload, 'nombre' | 'metodo' | 'path' | 'body' | 'contentType' | 'target' | 'mayRefuse'>

/** A side is called for so long before it counts. The code of the product is compiled within some four seconds, that by hand within one. */
export const WARM_SECONDS = 5
/** Of a call that checks what is answered. */
const MAX_TRIES = 5

/**
 * Interleaved, so that what else the machine does meets both; each is warmed up before, which does not count. Both sides answer the
 * same call alike before and after it, and what one answered during a round the other one answers to the same call.
 */
export async function compare(
  workload: Compared,
  sides: Sides,
  { connections, rounds: times, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Comparison> {
  const rounds: { limit: Round; drawn: Round }[] = []
  await checkBodies(workload, sides)
  await measureRound(workload, sides.limit, connections, WARM_SECONDS)
  await measureRound(workload, sides.drawn, connections, WARM_SECONDS)
  for (let round = 0; round < times; round++) {
    const limit = await measureRound(workload, sides.limit, connections, seconds)
    const drawn = await measureRound(workload, sides.drawn, connections, seconds)
    await checkSamples(workload, { at: sides.drawn, samples: limit.muestra })
    await checkSamples(workload, { at: sides.limit, samples: drawn.muestra })
    rounds.push({ limit, drawn })
  }
  await checkBodies(workload, sides)
  const summary = (side: 'limit' | 'drawn') => ({
    porSegundo: median(rounds.map((round) => round[side].porSegundo)),
    p50: median(rounds.map((round) => round[side].p50)),
    p99: median(rounds.map((round) => round[side].p99)),
    cpuMsPorMil: median(rounds.map((round) => round[side].cpuMsPorMil)),
    rechazadas: median(rounds.map((round) => round[side].rechazadas)),
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
      `${comparison.ratio.toFixed(2)}  p99 ${limit.p99.toFixed(2)} → ${drawn.p99.toFixed(2)} ms (${comparison.p99Ratio.toFixed(1)})  cpu ${Math.round(limit.cpuMsPorMil)} → ${Math.round(drawn.cpuMsPorMil)} ms/1000${drawn.rechazadas > 0 ? `  refused ${(drawn.rechazadas * 100).toFixed(1)} %` : ''}\n`,
  )
  return comparison
}

/** Both do the same work: the same answer to the same call. */
async function checkBodies(workload: Compared, { limit, drawn }: Sides): Promise<void> {
  const path = workload.path()
  await checkSamples(workload, {
    at: drawn,
    samples: [{ path, body: await answerOf(workload, limit, path) }],
  })
}

async function checkSamples(
  workload: Compared,
  { at, samples }: { at: Side; samples: readonly Sample[] },
): Promise<void> {
  for (const { path, body } of samples) {
    const other = await answerOf(workload, at, path)
    if (contentOf(other) !== contentOf(body))
      throw new Error(`${workload.nombre}${path}: the sides answer differently:\n${body}\n${other}`)
  }
}

/** Once more when a worker that was just full says when to come back, which is not what is measured here. */
async function answerOf(workload: Compared, side: Side, path: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const answer = await callOnce(workload, side, path)
    if (answer.status === 200) return answer.text()
    const retryAfter = answer.headers.get('retry-after')
    if (retryAfter === null || tries === MAX_TRIES)
      throw new Error(`${workload.metodo} ${side.base}${path}: ${answer.status}`)
    await answer.body?.cancel()
    await setTimeout(Number(retryAfter) * 1_000)
  }
}

function callOnce(
  { metodo, body, contentType = 'application/json' }: Compared,
  { base }: Side,
  path: string,
): Promise<Response> {
  const call = body === undefined ? {} : { body, headers: { 'content-type': contentType } }
  return fetch(base + path, { method: metodo, ...call })
}

/** What an answer says, in whatever order its names come; of XML the values, whatever prefixes they stand under. */
function contentOf(answer: string): string {
  if (!answer.startsWith('<')) return JSON.stringify(sorted(JSON.parse(answer)))
  return answer
    .split(/<[^>]*>/)
    .filter((text) => text !== '')
    .join('|')
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
