import type { OverloadResult } from './measure-overload.ts'
import type { WorkersLoad } from './measure-workers.ts'

interface Figures {
  porSegundo: number
  p50: number
  p99: number
  cpuMsPorMil: number
  memoriaMiB: number
}

/** One workload at one concurrency: medians of the rounds. */
export interface Comparison {
  nombre: string
  connections: number
  target: number
  limit: Figures
  drawn: Figures
  /** Of the rounds' own ratios: what the machine did meanwhile met both sides of each. */
  ratio: number
  spread: readonly [number, number]
}

export interface BulkResult {
  limit: { filasPorSegundo: number; memoriaMiB: readonly [number, number] }
  drawn: { filasPorSegundo: number; memoriaMiB: readonly [number, number] }
  ratio: number
}

export interface StartResult {
  firstMs: number
  warmMs: number
  memoriaMiB: number
}

export interface WorkersResult {
  one: WorkersLoad
  two: WorkersLoad
  /** Of two workers to one, by what each answers for its CPU. */
  ratio: number
}

/** `bench/RESULTS.md`. */
export function describeResults({
  machine,
  rounds,
  seconds,
  comparisons,
  bulk,
  overload,
  workers,
  nodeUs,
  start,
}: {
  machine: string
  rounds: number
  seconds: number
  comparisons: readonly Comparison[]
  bulk: BulkResult | null
  overload: readonly OverloadResult[]
  workers: WorkersResult | null
  nodeUs: number | null
  start: StartResult | null
}): string {
  const lines = [
    '# Results',
    '',
    `Written by \`npm run bench\`. ${machine}. Median of ${rounds} interleaved rounds of ${seconds} s; one worker against one process, history on.`,
    'How to read it: [README.md](README.md).',
    '',
    '| workload | at once | by hand /s | drawn /s | ratio | spread | target | p50 ms | p99 ms | CPU ms/1000 | memory MiB |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...comparisons.map(
      ({ nombre, connections, limit, drawn, ratio, spread: [least, most], target }) =>
        `| ${nombre} | ${connections} | ${Math.round(limit.porSegundo)} | ${Math.round(drawn.porSegundo)} | **${ratio.toFixed(2)}** | ${least.toFixed(2)}–${most.toFixed(2)} | ${target} | ${limit.p50} → ${drawn.p50} | ${limit.p99} → ${drawn.p99} | ${Math.round(limit.cpuMsPorMil)} → ${Math.round(drawn.cpuMsPorMil)} | ${Math.round(limit.memoriaMiB)} → ${Math.round(drawn.memoriaMiB)} |`,
    ),
  ]
  if (bulk) {
    const { limit, drawn, ratio } = bulk
    lines.push(
      '',
      `\`bulk\`: ${Math.round(limit.filasPorSegundo)} rows a second by hand, ${Math.round(drawn.filasPorSegundo)} drawn, ratio **${ratio.toFixed(2)}** (target 0.5). Memory from the first tenth on: ${drawn.memoriaMiB.map(Math.round).join('–')} MiB drawn, ${limit.memoriaMiB.map(Math.round).join('–')} by hand.`,
    )
  }
  if (workers) {
    const { one, two, ratio } = workers
    lines.push(
      '',
      `\`workers\`: two answer **${ratio.toFixed(2)}** times as much as one for the CPU they get (target 1.6): ${Math.round(one.porSegundoDeCpu)} calls a CPU second with one, ${Math.round(two.porSegundoDeCpu)} with two, the generator's share of the two cores left out. The product commits **${one.transaccionesPorLlamada.toFixed(3)}** transactions a run under load (target 0.05).`,
    )
  }
  if (nodeUs !== null)
    lines.push(
      '',
      `\`node\`: the engine takes **${nodeUs.toFixed(2)} µs** of CPU for a node that maps two fields (target 10).`,
    )
  for (const { nombre, holgada, maxima, triple } of overload) {
    lines.push(
      '',
      `\`overload\` of \`${nombre}\`: three times the callers (${triple.connections}) that the worker serves best (${maxima.connections}): ${Math.round(triple.rechazadas * 100)} % refused, **${(triple.porSegundo / maxima.porSegundo).toFixed(2)}** of the throughput kept (target 0.9), p99 of the admitted ${triple.p99.toFixed(1)} ms, **${(triple.p99 / holgada.p99).toFixed(1)}** × that of a roomy load of ${holgada.connections} (target 4); health at most ${Math.round(triple.saludMs)} ms, administration ${Math.round(triple.administracionMs)} ms (target 250).`,
    )
  }
  if (start) {
    lines.push(
      '',
      `\`start\`: ${Math.round(start.warmMs)} ms from a built tree to the first answer (${Math.round(start.firstMs)} the first time, with a new database and the sample shop). The idle tree with one worker keeps ${Math.round(start.memoriaMiB)} MiB.`,
    )
  }
  return `${lines.join('\n')}\n`
}
