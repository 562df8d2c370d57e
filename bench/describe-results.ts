import { LIMITS } from '@div/contract'
import type { Failure } from './attempts.ts'
import type { CanvasResult } from './measure-canvas.ts'
import type { ChatResult } from './measure-chat.ts'
import type { DocsSearchResult } from './measure-docs-search.ts'
import type { DurableResult } from './measure-durable.ts'
import type { KillResult } from './measure-kill.ts'
import type { McpResult } from './measure-mcp.ts'
import type { OverloadResult } from './measure-overload.ts'
import { describeQueue, type QueueResult } from './measure-queue.ts'
import type { RagResult } from './measure-rag.ts'
import type { RunListResult } from './measure-run-list.ts'
import type { TestClientResult } from './measure-test-client.ts'
import type { WebResult } from './measure-web.ts'
import type { Scaling } from './measure-workers.ts'

interface Figures {
  porSegundo: number
  p50: number
  p99: number
  cpuMsPorMil: number
  /** Share of the calls. */
  rechazadas: number
  memoriaMiB: number
}

/** One workload at one concurrency: medians of the rounds. */
export interface Comparison {
  nombre: string
  connections: number
  target: number
  limit: Figures
  drawn: Figures
  /** Of the rounds' own p99, drawn to by hand. */
  p99Ratio: number
  /** Of the rounds' own ratios: what the machine did meanwhile met both sides of each. */
  ratio: number
  spread: readonly [number, number]
}

interface BulkFigures {
  filasPorSegundo: number
  cpuSegundosPorMillon: number
  memoriaMiB: readonly [number, number]
}

export interface BulkResult {
  limit: BulkFigures
  drawn: BulkFigures
  ratio: number
  /** Lowest and highest of the rounds. */
  spread: readonly [number, number]
  /** Of the first copy of each process, which counts for nothing else. */
  primeraMiB: Record<'limit' | 'drawn', readonly [number, number]>
}

export interface StartResult {
  firstMs: number
  warmMs: number
  memoriaMiB: number
}

export interface WorkersResult {
  limit: Scaling
  drawn: Scaling
  transaccionesPorLlamada: number
}

/** At this many calls at once the p99 has a target: so many times that of the server by hand. */
export const P99_AT = 32
const P99_TARGET = 2

/** What one run has measured. */
export interface Results {
  comparisons: readonly Comparison[]
  /** With the data of every run kept. */
  conDatos: readonly Comparison[]
  bulk: BulkResult | null
  durable: DurableResult | null
  overload: readonly OverloadResult[]
  queue: QueueResult | null
  kill: KillResult | null
  runList: RunListResult | null
  workers: WorkersResult | null
  nodeUs: number | null
  wsdlMs: number | null
  rag: RagResult | null
  docsSearch: DocsSearchResult | null
  testClient: TestClientResult | null
  mcp: McpResult | null
  chat: ChatResult | null
  start: StartResult | null
  web: WebResult | null
  canvas: CanvasResult | null
  failures: readonly Failure[]
}

/** `bench/RESULTS.md`: the figures of the first run; of several also the lowest and highest of what counts. */
export function describeResults(
  runs: readonly Results[],
  { machine, rounds, seconds }: { machine: string; rounds: number; seconds: number },
): string {
  const first = firstMeasured(runs)
  const {
    comparisons,
    conDatos,
    bulk,
    durable,
    workers,
    nodeUs,
    wsdlMs,
    overload,
    queue,
    start,
    web,
    canvas,
  } = first
  const { kill, runList, rag, docsSearch, testClient, mcp, chat } = first
  const isOne = runs.length === 1
  const range = (pick: (run: Results) => number | undefined, decimals = 2) => {
    const values = runs.map(pick).filter((value) => value !== undefined)
    return [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(decimals)).join('–')
  }
  const over = (...args: Parameters<typeof range>) => (isOne ? '' : ` (${range(...args)} over the runs)`)
  const spread = isOne
    ? 'the lowest and highest of the rounds'
    : `the lowest and highest of ${runs.length} runs`
  const lines = [
    '# Results',
    '',
    `Written by \`npm run bench\`. ${machine}. Median of ${rounds} interleaved rounds of ${seconds} s; one worker against one process, history on.`,
    `${isOne ? 'One run' : `The first of ${runs.length} runs`}; the spread is ${spread}. How to read it: [README.md](README.md).`,
    '',
    '| workload | at once | by hand /s | drawn /s | ratio | spread | target | p50 ms | p99 ms | p99 ratio | target | CPU ms/1000 | memory MiB |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...comparisons.map(
      ({ nombre, connections, limit, drawn, ratio, p99Ratio, spread: [least, most], target }) => {
        const lowToHigh = isOne
          ? `${least.toFixed(2)}–${most.toFixed(2)}`
          : range((run) => sameIn(run.comparisons, { nombre, connections })?.ratio)
        return `| ${nombre} | ${connections} | ${Math.round(limit.porSegundo)} | ${Math.round(drawn.porSegundo)}${drawn.rechazadas > 0 ? ` (${percent(drawn.rechazadas)} refused)` : ''} | **${ratio.toFixed(2)}** | ${lowToHigh} | ${target} | ${limit.p50.toFixed(2)} → ${drawn.p50.toFixed(2)} | ${limit.p99.toFixed(2)} → ${drawn.p99.toFixed(2)} | **${p99Ratio.toFixed(1)}** | ${connections === P99_AT ? P99_TARGET : ''} | ${Math.round(limit.cpuMsPorMil)} → ${Math.round(drawn.cpuMsPorMil)} | ${Math.round(limit.memoriaMiB)} → ${Math.round(drawn.memoriaMiB)} |`
      },
    ),
  ]
  if (conDatos.length > 0)
    lines.push(
      '',
      `\`data\`: of the runs in the table the history keeps all, and the data of the first ${LIMITS.historialDatosPorSegundo} of each second. With the data of all, at ${P99_AT} at once: ${conDatos.map(({ nombre, connections, ratio, drawn }) => `\`${nombre}\` **${ratio.toFixed(2)}**${over((run) => sameIn(run.conDatos, { nombre, connections })?.ratio)}, ${Math.round(drawn.porSegundo)} calls a second, CPU ${Math.round(drawn.cpuMsPorMil)} ms/1000`).join('; ')}.`,
    )
  if (bulk) {
    const { limit, drawn, ratio, spread: bulkSpread, primeraMiB } = bulk
    const [least, most] = drawn.memoriaMiB
    const grown = ([from, to]: readonly [number, number]) => `${Math.round(from)}–${Math.round(to)}`
    const rounds = isOne ? ` (rounds ${bulkSpread.map((each) => each.toFixed(2)).join('–')})` : ''
    lines.push(
      '',
      `\`bulk\`: ${Math.round(limit.filasPorSegundo)} rows a second by hand, ${Math.round(drawn.filasPorSegundo)} drawn, ratio **${ratio.toFixed(2)}**${rounds}${over((run) => run.bulk?.ratio)} (target 0.5); CPU of the process for a million rows ${limit.cpuSegundosPorMillon.toFixed(1)} → ${drawn.cpuSegundosPorMillon.toFixed(1)} s. Memory from the first tenth on, in the round in which it moved the most: ${drawn.memoriaMiB.map(Math.round).join('–')} MiB drawn, **±${Math.round((most - least) / 2)}** (target ±50); ${limit.memoriaMiB.map(Math.round).join('–')} by hand. In the first copy of a process, which takes what the later ones go on with, ${grown(primeraMiB.drawn)} and ${grown(primeraMiB.limit)}.`,
    )
  }
  if (durable)
    lines.push(
      '',
      `\`durable\`: **${Math.round(durable.porSegundo)}**${over((run) => run.durable?.porSegundo, 0)} durable runs of five light nodes a second, 64 at once, each node on disk before the next (target 400); from the call to its answer p50 ${durable.p50.toFixed(1)} ms, p99 ${durable.p99.toFixed(1)} ms.`,
    )
  if (workers) {
    const { limit, drawn, transaccionesPorLlamada } = workers
    lines.push(
      '',
      `\`workers\`: ${Math.round(drawn.one.porSegundo)} calls a second with one, ${Math.round(drawn.two.porSegundo)} with two (by hand ${Math.round(limit.one.porSegundo)} and ${Math.round(limit.two.porSegundo)}), the generator on the same two cores. Beside one of two products of one worker each, which fill both cores just as well and take as much of the generator, two workers of one product answer **${drawn.besideOther.toFixed(2)}**${over((run) => run.workers?.drawn.besideOther)} times as much for the CPU they get (target 1.6), by hand ${limit.besideOther.toFixed(2)}${over((run) => run.workers?.limit.besideOther)}. Beside one worker that has a core to itself, ${drawn.ratio.toFixed(2)}${over((run) => run.workers?.drawn.ratio)} times, two processes by hand ${limit.ratio.toFixed(2)}${over((run) => run.workers?.limit.ratio)}: ${Math.round(drawn.one.porSegundoDeCpu)} calls a CPU second with one worker, ${Math.round(drawn.two.porSegundoDeCpu)} with two; by hand ${Math.round(limit.one.porSegundoDeCpu)} and ${Math.round(limit.two.porSegundoDeCpu)}. The product commits **${transaccionesPorLlamada.toFixed(3)}** transactions a run under load (target 0.05).`,
    )
  }
  if (nodeUs !== null)
    lines.push(
      '',
      `\`node\`: the engine takes **${nodeUs.toFixed(2)} µs**${over((run) => run.nodeUs ?? undefined)} of CPU for a node that maps two fields (target 10).`,
    )
  if (wsdlMs !== null)
    lines.push(
      '',
      `\`wsdl\`: a WSDL of 2 MB with 1,000 types is read in **${Math.round(wsdlMs)} ms**${over((run) => run.wsdlMs ?? undefined, 0)} (target 2,000).`,
    )
  lines.push(...describeRag(rag, (pick) => over((run) => run.rag?.[pick].worstMs, 0)))
  lines.push(...describeDocsSearch(docsSearch), ...describeTestClient(testClient), ...describeMcp(mcp))
  lines.push(...describeChat(chat))
  for (const { nombre, capacidad, triple, conservada, demora } of overload) {
    const sameOf = ({ overload }: Results) => overload.find((each) => each.nombre === nombre)
    lines.push(
      '',
      `\`overload\` of \`${nombre}\`: ${Math.round(triple.ofrecidas)} calls a second come due, three times the ${Math.round(capacidad)} that the worker answers at its best: ${percent(triple.rechazadas)} refused, ${percent(triple.sinHacer)} not made for want of a caller, **${conservada.toFixed(2)}**${over((run) => sameOf(run)?.conservada)} of the throughput kept (target 0.9), p99 of the admitted ${triple.p99.toFixed(1)} ms, **${demora.toFixed(1)}**${over((run) => sameOf(run)?.demora, 1)} × that of half the capacity (target 4); health at most ${Math.round(triple.saludMs)} ms, administration ${Math.round(triple.administracionMs)} ms (target 250).`,
    )
  }
  if (queue) lines.push(...describeQueue(queue))
  lines.push(...describeKill(kill), ...describeRunList(runList))
  if (start) {
    lines.push(
      '',
      `\`start\`: ${Math.round(start.warmMs)} ms${over((run) => run.start?.warmMs, 0)} from \`npm start\` of a built tree to the first answered call (target 3,000) (${Math.round(start.firstMs)} the first time, with a new database and the sample shop). The idle tree with one worker keeps ${Math.round(start.memoriaMiB)} MiB (target 350).`,
    )
  }
  if (web) {
    lines.push(
      '',
      `\`web\`: ${Math.round(web.signInMs)} ms${over((run) => run.web?.signInMs, 0)} from ACCEDER to a home page with its metrics (target 1,500). Through the ${web.screens} entries of the sidebar the longest task takes ${Math.round(web.longestTaskMs)} ms${over((run) => run.web?.longestTaskMs, 0)} (${web.slowestScreen}; target 200), what is shown moves by ${web.layoutShift.toFixed(3)} (target 0.05).`,
    )
  }
  if (canvas) lines.push('', ...describeCanvas(canvas))
  return `${lines.join('\n')}\n`
}

/** Of everything the first figures that there are: a run in which a workload failed is told of that one by the next. */
function firstMeasured(runs: readonly Results[]): Results {
  const pick = <Name extends keyof Results>(name: Name): Results[Name] | null =>
    runs.find((run) => run[name] !== null)?.[name] ?? null
  const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
    ...Map.groupBy(items, keyOf)
      .values()
      .flatMap((same) => same.slice(0, 1)),
  ]
  const callsOf = (name: 'comparisons' | 'conDatos') =>
    distinct(
      runs.flatMap((run) => run[name]),
      ({ nombre, connections }) => `${nombre} ${connections}`,
    )
  return {
    comparisons: callsOf('comparisons'),
    conDatos: callsOf('conDatos'),
    overload: distinct(
      runs.flatMap((run) => run.overload),
      ({ nombre }) => nombre,
    ),
    bulk: pick('bulk'),
    durable: pick('durable'),
    queue: pick('queue'),
    kill: pick('kill'),
    runList: pick('runList'),
    workers: pick('workers'),
    nodeUs: pick('nodeUs'),
    wsdlMs: pick('wsdlMs'),
    rag: pick('rag'),
    docsSearch: pick('docsSearch'),
    testClient: pick('testClient'),
    mcp: pick('mcp'),
    chat: pick('chat'),
    start: pick('start'),
    web: pick('web'),
    canvas: pick('canvas'),
    failures: [],
  }
}

function sameIn(
  comparisons: readonly Comparison[],
  { nombre, connections }: Pick<Comparison, 'nombre' | 'connections'>,
): Comparison | undefined {
  return comparisons.find((each) => each.nombre === nombre && each.connections === connections)
}

/** What was to be measured and was not, by run; nothing when all was. */
export function describeFailures(runs: readonly Results[]): string {
  const lines = runs.flatMap(({ failures }, at) =>
    failures.map(({ nombre, motivo }) => `- run ${at + 1}: \`${nombre}\`: ${motivo.split('\n', 1)[0]}`),
  )
  return lines.length === 0 ? '' : `\nNot measured:\n\n${lines.join('\n')}\n`
}

function describeDocsSearch(docsSearch: DocsSearchResult | null): string[] {
  if (!docsSearch) return []
  const { paginas, secciones, consultas, medianMs, worstMs } = docsSearch
  return [
    '',
    `\`docs-search\`: over the ${secciones} parts of the ${paginas} pages of the documentation the slowest of ${consultas} searches takes **${worstMs.toFixed(1)} ms** (target 50), the median ${medianMs.toFixed(1)} ms.`,
  ]
}

function describeTestClient(testClient: TestClientResult | null): string[] {
  if (!testClient) return []
  const { cargaPorSegundo, conservada, p99Sola, p99Junto } = testClient
  return [
    '',
    `\`test-client\`: beside a load of the test client at its limits, which comes to ${Math.round(cargaPorSegundo)} calls a second on one canal, 32 callers of another keep **${conservada.toFixed(2)}** of their calls a second (target 0.9), p99 ${p99Sola.toFixed(1)} → ${p99Junto.toFixed(1)} ms.`,
  ]
}

function describeMcp(mcp: McpResult | null): string[] {
  if (!mcp) return []
  const { porHttp, porSdk, p50, p99 } = mcp
  return [
    '',
    `\`mcp\`: **${Math.round(porHttp)}** calls a second of a light proceso as a tool, 32 at once, as messages alone (target 300), p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; **${Math.round(porSdk)}** by the client of the reference SDK, which shares the cores (target 300).`,
  ]
}

function describeChat(chat: ChatResult | null): string[] {
  if (!chat) return []
  const { primera, siguientes } = chat
  return [
    '',
    `\`chat\`: the first word of an answer is there **${primera.worstMs.toFixed(1)} ms** at most after its service wrote it (median ${primera.medianMs.toFixed(1)}, target 50), each later one ${siguientes.worstMs.toFixed(1)} ms at most (median ${siguientes.medianMs.toFixed(1)}).`,
  ]
}

function describeKill(kill: KillResult | null): string[] {
  if (!kill) return []
  return [
    '',
    `\`kill\`: all workers of a node are killed while ${kill.runs} accepted runs, half of them durable, are under way: the last of these goes on **${(kill.latestMs / 1_000).toFixed(1)}** s later (target 15).`,
  ]
}

function describeRag(rag: RagResult | null, over: (figure: 'palabras' | 'coseno') => string): string[] {
  if (!rag) return []
  const { pasajes, vectores, palabras, hibrido, coseno } = rag
  return [
    '',
    `\`rag\`: among ${pasajes.toLocaleString('en')} passages those with some words are found in **${Math.round(palabras.worstMs)} ms** at most${over('palabras')} (median ${palabras.medianMs.toFixed(1)}, target 100), with vectors of ${vectores.toLocaleString('en')} of them in ${Math.round(hibrido.worstMs)} ms (median ${hibrido.medianMs.toFixed(1)}, target 150); these vectors alone are compared in **${Math.round(coseno.worstMs)} ms**${over('coseno')} (median ${coseno.medianMs.toFixed(1)}, target 50).`,
  ]
}

function describeRunList(runList: RunListResult | null): string[] {
  if (!runList) return []
  const { runs, filters } = runList
  const slowest = Math.max(...filters.map(({ worstMs }) => worstMs))
  return [
    '',
    `\`run-list\`: of ${runs.toLocaleString('en')} runs the first page of the list takes **${slowest.toFixed(0)}** ms at most, whatever it is filtered by (target 150).`,
    '',
    '| filter | rows | median ms | worst ms |',
    '|---|--:|--:|--:|',
    ...filters.map(
      ({ name, rows, medianMs, worstMs }) =>
        `| ${name} | ${rows} | ${medianMs.toFixed(1)} | ${worstMs.toFixed(1)} |`,
    ),
  ]
}

/** A table of its own: what is measured is told beside a bare page of React Flow and not beside a server by hand. */
function describeCanvas(result: CanvasResult): string[] {
  const { nodos, conexiones, bare, drawn, ratios, deshacerMs, renders, pocosMs } = result
  const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    `\`canvas\`: ${nodos.toLocaleString('en')} nodes and ${conexiones.toLocaleString('en')} connections in Chromium without a graphics card, beside a bare React Flow page with as many plain nodes.`,
    '',
    row('', 'bare', 'canvas', 'ratio', 'target'),
    '|---|--:|--:|--:|--:|',
    row(
      'open, ms',
      Math.round(bare.openMs),
      Math.round(drawn.openMs),
      `**${ratios.openMs.toFixed(2)}**`,
      '≤ 3 and 1,500',
    ),
    row('elements a node', bare.elementos.toFixed(1), `**${drawn.elementos.toFixed(1)}**`, '', '≤ 12'),
    row('heap, MiB', Math.round(bare.heapMiB), `**${Math.round(drawn.heapMiB)}**`, '', '≤ 80'),
    row(
      'frames a second, a node dragged',
      ...frames(bare.arrastre, drawn.arrastre),
      `**${ratios.arrastre.toFixed(2)}**`,
      '≥ 0.9',
    ),
    row(
      'frames a second, all of it moved',
      ...frames(bare.desplazamiento, drawn.desplazamiento),
      `**${ratios.desplazamiento.toFixed(2)}**`,
      '≥ 0.8',
    ),
    row('slowest undo or redo, ms', '', `**${Math.round(deshacerMs)}**`, '', '≤ 100'),
    row('renders while typing beside it', '', `**${renders}**`, '', '0'),
    row('open 100 nodes, ms', '', `**${Math.round(pocosMs)}**`, '', '≤ 500'),
  ]
}

const frames = (...each: readonly number[]) => each.map((value) => value.toFixed(1))

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
