import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/postgres/embedded-postgres.ts'
import { freePort } from '../e2e/free-port.ts'
import { type Attempt, createAttempts } from './attempts.ts'
import { compare } from './compare-sides.ts'
import { createTables } from './database.ts'
import {
  type Comparison,
  describeFailures,
  describeResults,
  P99_AT,
  type Results,
  type WorkersResult,
} from './describe-results.ts'
import { startDrawnServer } from './drawn-server.ts'
import { type KeptSides, keepSides, type OneWorker } from './keep-sides.ts'
import { leaveNothing } from './leave-nothing.ts'
import { startLimitCluster, startLimitServer } from './limit-process.ts'
import { measureBulk } from './measure-bulk.ts'
import { measureCanvas } from './measure-canvas.ts'
import { measureChat } from './measure-chat.ts'
import { measureDocsSearch } from './measure-docs-search.ts'
import { measureDurable } from './measure-durable.ts'
import { measureNode } from './measure-engine.ts'
import { measureFile } from './measure-file.ts'
import { type KillResult, measureKill } from './measure-kill.ts'
import { measureMcp } from './measure-mcp.ts'
import { measureOverload, type OverloadResult } from './measure-overload.ts'
import { measureQueue } from './measure-queue.ts'
import { measureRag } from './measure-rag.ts'
import { measureRunList, type RunListResult } from './measure-run-list.ts'
import { measureSoap } from './measure-soap.ts'
import { measureStart } from './measure-start.ts'
import { measureTestClient } from './measure-test-client.ts'
import { measureWeb } from './measure-web.ts'
import { countTransactions, measureScaling, type Scaling } from './measure-workers.ts'
import { measureWsdl } from './measure-wsdl.ts'
import { mergeResults } from './merge-results.ts'
import type { Side } from './side.ts'
import { ECHO, OVERLOADS, SPLIT_JOIN, WORKLOADS } from './workloads.ts'

/** Whole runs, each some ten minutes: RESULTS.md then shows the first and how far the others were from it. */
const RUNS = Number(process.env.BENCH_RUNS ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const BULK_ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const CONNECTIONS = [1, 32, 128]
const KEEP_ALL = 1_000_000
/** Of the file of `file`. */
const FILE_MB = Number(process.env.BENCH_FILE_MB ?? 200)
/** Of one workload; then it has failed. */
const AT_MOST_MS = Number(process.env.BENCH_MINUTES ?? 20) * 60_000
const LIST_RUNS = Number(process.env.BENCH_LIST_RUNS ?? 5_000_000)
/** Only these, when given: `npm run bench -- echo-map`. With `--keep` they take their place in RESULTS.md. */
const KEEP = '--keep'
const wanted = process.argv.slice(2).filter((each) => each !== KEEP)
const isKept = process.argv.includes(KEEP)

const folder = await mkdtemp(join(tmpdir(), 'div-bench-'))
await chmod(folder, 0o755)
leaveNothing(folder)
try {
  const runs: Results[] = []
  for (let run = 1; run <= RUNS; run++) {
    if (RUNS > 1) say(`run ${run} of ${RUNS}`)
    runs.push(await measureAll(join(folder, String(run))))
    if (wanted.length === 0 || isKept) await writeResults(runs)
  }
  if (runs.some(({ failures }) => failures.length > 0)) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** After each run, so that one that is interrupted leaves those before it. */
async function writeResults(runs: readonly Results[]): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  const text = describeResults(runs, { machine, rounds: ROUNDS, seconds: SECONDS })
  const file = new URL('RESULTS.md', import.meta.url)
  // Of a machine that others use as well the figures are lower.
  const load = loadavg()[1]?.toFixed(1)
  const note = `(By itself: ${machine}, ${ROUNDS} rounds of ${SECONDS} s, load ${load}.)`
  const failed = new Set(runs.flatMap(({ failures }) => failures.map(({ nombre }) => nombre)))
  const hasCalls = WORKLOADS.every(({ nombre }) => isWanted(nombre) && !failed.has(nombre))
  const merge = async () => mergeResults(await readFile(file, 'utf8'), text, { note, hasCalls })
  await writeFile(file, wanted.length === 0 ? text + describeFailures(runs) : await merge())
}

/** One run: everything anew, so that nothing of the one before helps or hinders it. */
async function measureAll(at: string): Promise<Results> {
  await mkdir(at, { mode: 0o755 })
  const postgres = await startEmbeddedPostgres({ dataDir: join(at, 'objetivo'), port: await freePort() })
  const { url } = postgres
  const sides = keepSides(join(at, 'div'), url)
  const { attempt, failures } = createAttempts({ isWanted, atMostMs: AT_MOST_MS, say, onFailure: sides.stop })
  try {
    say('preparing the data…')
    await createTables(url)
    const sided = await measureOneWorker(sides, { attempt, url })
    await sides.stop()
    const nodeUs = await attempt('node', measureNode)
    if (nodeUs !== null) say(`node ${nodeUs.toFixed(2)} µs of CPU each`)
    const wsdlMs = await attempt('wsdl', () => measureWsdl(ROUNDS))
    if (wsdlMs !== null) say(`wsdl ${Math.round(wsdlMs)} ms`)
    const rag = await attempt('rag', () => measureRag(url))
    if (rag)
      say(
        `rag ${Math.round(rag.palabras.worstMs)} ms by words, ${Math.round(rag.coseno.worstMs)} ms by vectors`,
      )
    const docsSearch = await attempt('docs-search', () => measureDocsSearch(ROUNDS))
    if (docsSearch !== null) say(`docs-search ${docsSearch.worstMs.toFixed(1)} ms at worst`)
    const workers = await attempt('workers', () => compareWorkers(at, url))
    const kill = await attempt('kill', () => killDrawn(join(at, 'caida'), url))
    const runList = await attempt('run-list', () => listRuns(url))
    const start = await attempt('start', () => measureStart(join(at, 'arranque'), ROUNDS))
    const web = await attempt('web', () => measureWeb(ROUNDS))
    const canvas = await attempt('canvas', () =>
      measureCanvas(join(at, 'lienzo'), { rounds: ROUNDS, seconds: SECONDS }),
    )
    return { ...sided, workers, kill, runList, nodeUs, wsdlMs, docsSearch, rag, start, web, canvas, failures }
  } finally {
    await sides.stop()
    await postgres.stop()
  }
}

/** What needs the server by hand and the product with one worker, side by side. */
async function measureOneWorker(sides: KeptSides, { attempt, url }: { attempt: Attempt; url: string }) {
  const options = { rounds: ROUNDS, seconds: SECONDS }
  const comparisons: Comparison[] = []
  for (const workload of WORKLOADS) {
    const compared = await attempt(workload.nombre, () =>
      sides.use((both) =>
        compareAtAll(CONNECTIONS, (connections) => compare(workload, both, { connections, ...options })),
      ),
    )
    comparisons.push(...(compared ?? []))
  }
  const soap = await attempt('soap', () =>
    sides.use((both) => measureSoap(both, { connections: CONNECTIONS, ...options })),
  )
  comparisons.push(...(soap ?? []))
  const conDatos = (await attempt('data', () => sides.use(compareWithData))) ?? []
  const bulk = await attempt('bulk', () =>
    sides.use((both) => measureBulk(both, { url, rows: BULK_ROWS, rounds: ROUNDS })),
  )
  // By its name only: it is about memory, and takes as long as the file is large.
  if (wanted.includes('file'))
    await attempt('file', () =>
      sides.use(({ drawn }) => measureFile(drawn, { url, megabytes: FILE_MB, rounds: ROUNDS })),
    )
  const durable = await attempt('durable', () => sides.use(({ drawn }) => measureDurable(drawn, options)))
  if (durable)
    say(
      `durable  ${Math.round(durable.porSegundo)} runs/s  p50 ${durable.p50.toFixed(1)} ms  p99 ${durable.p99.toFixed(1)} ms`,
    )
  const overload = await overloadDrawn(sides, attempt)
  const testClient = await attempt('test-client', () =>
    sides.use(({ drawn }) => measureTestClient(drawn, options)),
  )
  if (testClient)
    say(
      `test-client  others keep ${testClient.conservada.toFixed(2)}  p99 ${testClient.p99Sola.toFixed(1)} → ${testClient.p99Junto.toFixed(1)} ms`,
    )
  const mcp = await attempt('mcp', () => sides.use(({ drawn }) => measureMcp(drawn, options)))
  if (mcp)
    say(
      `mcp  ${Math.round(mcp.porHttp)} calls/s  p50 ${mcp.p50.toFixed(1)} ms  p99 ${mcp.p99.toFixed(1)} ms  by the SDK's client ${Math.round(mcp.porSdk)} calls/s`,
    )
  const chat = await attempt('chat', () => sides.use(({ drawn }) => measureChat(drawn, options)))
  if (chat)
    say(
      `chat  first word ${chat.primera.medianMs.toFixed(1)} ms, at worst ${chat.primera.worstMs.toFixed(1)}; later ones ${chat.siguientes.medianMs.toFixed(1)}, ${chat.siguientes.worstMs.toFixed(1)}`,
    )
  const queue = await measureQueue(sides, { attempt, ...options })
  return { comparisons, conDatos, bulk, durable, overload, testClient, mcp, chat, queue }
}

async function compareAtAll(
  all: readonly number[],
  compareAt: (connections: number) => Promise<Comparison>,
): Promise<Comparison[]> {
  const compared: Comparison[] = []
  for (const connections of all) compared.push(await compareAt(connections))
  return compared
}

/** What it costs to keep the data of every run, however many there are. */
async function compareWithData(sides: OneWorker): Promise<Comparison[]> {
  const compared: Comparison[] = []
  await sides.drawn.keepData(KEEP_ALL)
  for (const workload of [ECHO, SPLIT_JOIN])
    compared.push(await compare(workload, sides, { connections: P99_AT, rounds: ROUNDS, seconds: SECONDS }))
  await sides.drawn.keepData(null)
  return compared
}

/** A second worker's work, by hand and drawn. */
async function compareWorkers(at: string, url: string): Promise<WorkersResult> {
  const options = { workload: SPLIT_JOIN, rounds: ROUNDS, seconds: SECONDS }
  const target = new URL(url)
  const started: { stop(): unknown }[] = []
  const run = async <Server extends Side & { stop(): unknown }>(starting: Promise<Server>) => {
    const server = await starting
    started.push(server)
    return server
  }
  try {
    const limit = {
      one: await run(startLimitServer(url)),
      other: await run(startLimitServer(url)),
      two: await run(startLimitCluster(url, 2)),
    }
    const drawn = {
      one: await run(startDrawnServer(join(at, 'uno'), target)),
      other: await run(startDrawnServer(join(at, 'otro'), target, { which: 1 })),
      two: await run(startDrawnServer(join(at, 'dos'), target, { workers: 2, which: 2 })),
    }
    const scaling = await measureScaling({ limit, drawn }, options)
    const transaccionesPorLlamada = await countTransactions(drawn.one, ECHO, SECONDS)
    for (const [side, each] of Object.entries(scaling)) say(`workers ${side}  ${tell(each)}`)
    say(`${transaccionesPorLlamada.toFixed(3)} transactions a run`)
    return { ...scaling, transaccionesPorLlamada }
  } finally {
    for (const server of started.toReversed()) await server.stop()
  }
}

function tell({ one, two, ratio, besideOther }: Scaling): string {
  const [calls, perCpu] = (['porSegundo', 'porSegundoDeCpu'] as const).map(
    (name) => `${Math.round(one[name])} → ${Math.round(two[name])}`,
  )
  return `${calls}/s  a CPU second ${perCpu}  ${ratio.toFixed(2)}  beside another ${besideOther.toFixed(2)}`
}

async function killDrawn(dataDir: string, url: string): Promise<KillResult> {
  const drawn = await startDrawnServer(dataDir, new URL(url), { workers: 2 })
  try {
    const result = await measureKill(drawn)
    say(`kill  ${result.runs} runs go on within ${(result.latestMs / 1_000).toFixed(1)} s`)
    return result
  } finally {
    await drawn.stop()
  }
}

async function listRuns(url: string): Promise<RunListResult> {
  const result = await measureRunList(url, LIST_RUNS)
  for (const { name, medianMs, worstMs } of result.filters)
    say(`run-list  ${name}: ${medianMs.toFixed(1)} ms, at worst ${worstMs.toFixed(1)}`)
  return result
}

/** `overload` are all of its workloads. */
function isWanted(nombre: string): boolean {
  return wanted.length === 0 || wanted.some((each) => nombre === each || nombre.startsWith(`${each} of `))
}

async function overloadDrawn(sides: KeptSides, attempt: Attempt): Promise<OverloadResult[]> {
  const results: OverloadResult[] = []
  for (const workload of OVERLOADS) {
    const result = await attempt(`overload of ${workload.nombre}`, () =>
      sides.use(({ drawn }) => measureOverload(drawn, workload, { rounds: ROUNDS, seconds: SECONDS })),
    )
    if (!result) continue
    results.push(result)
    const { capacidad, triple, conservada, demora } = result
    say(
      `overload ${workload.nombre} (${Math.round(capacidad)}/s)  offered ${Math.round(triple.ofrecidas)}  kept ${conservada.toFixed(2)}  p99 ${triple.p99.toFixed(1)} ms (${demora.toFixed(1)})  refused ${Math.round(triple.rechazadas * 100)} %  not made ${Math.round(triple.sinHacer * 100)} %  health ${Math.round(triple.saludMs)} ms  admin ${Math.round(triple.administracionMs)} ms`,
    )
  }
  return results
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
