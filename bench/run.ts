import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/postgres/embedded-postgres.ts'
import { freePort } from '../e2e/free-port.ts'
import { compare } from './compare-sides.ts'
import { createTables } from './database.ts'
import {
  type Comparison,
  describeResults,
  P99_AT,
  type Results,
  type WorkersResult,
} from './describe-results.ts'
import { type DrawnServer, startDrawnServer } from './drawn-server.ts'
import { startLimitCluster, startLimitServer } from './limit-process.ts'
import { measureBulk } from './measure-bulk.ts'
import { measureCanvas } from './measure-canvas.ts'
import { measureDurable } from './measure-durable.ts'
import { measureNode } from './measure-engine.ts'
import { measureFile } from './measure-file.ts'
import { type KillResult, measureKill } from './measure-kill.ts'
import { measureOverload, type OverloadResult } from './measure-overload.ts'
import { measureQueue } from './measure-queue.ts'
import { measureRunList, type RunListResult } from './measure-run-list.ts'
import { measureSoap } from './measure-soap.ts'
import { measureStart } from './measure-start.ts'
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
const LIST_RUNS = Number(process.env.BENCH_LIST_RUNS ?? 5_000_000)
/** Only these, when given: `npm run bench -- echo-map`. With `--keep` they take their place in RESULTS.md. */
const KEEP = '--keep'
const wanted = process.argv.slice(2).filter((each) => each !== KEEP)
const isKept = process.argv.includes(KEEP)

const folder = await mkdtemp(join(tmpdir(), 'div-bench-'))
await chmod(folder, 0o755)
try {
  const runs: Results[] = []
  for (let run = 1; run <= RUNS; run++) {
    if (RUNS > 1) say(`run ${run} of ${RUNS}`)
    runs.push(await measureAll(join(folder, String(run))))
    if (wanted.length === 0 || isKept) await writeResults(runs)
  }
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
  const hasCalls = WORKLOADS.every(({ nombre }) => isWanted(nombre))
  const merge = async () => mergeResults(await readFile(file, 'utf8'), text, { note, hasCalls })
  await writeFile(file, wanted.length === 0 ? text : await merge())
}

/** One run: everything anew, so that nothing of the one before helps or hinders it. */
async function measureAll(at: string): Promise<Results> {
  await mkdir(at, { mode: 0o755 })
  const postgres = await startEmbeddedPostgres({ dataDir: join(at, 'objetivo'), port: await freePort() })
  const { url } = postgres
  try {
    say('preparing the data…')
    await createTables(url)
    const sided = await measureSides(join(at, 'div'), url)
    const nodeUs = isWanted('node') ? measureNode() : null
    if (nodeUs !== null) say(`node ${nodeUs.toFixed(2)} µs of CPU each`)
    const wsdlMs = isWanted('wsdl') ? await measureWsdl(ROUNDS) : null
    if (wsdlMs !== null) say(`wsdl ${Math.round(wsdlMs)} ms`)
    const workers = isWanted('workers') ? await compareWorkers(at, url) : null
    const kill = isWanted('kill') ? await killDrawn(join(at, 'caida'), url) : null
    const runList = isWanted('run-list') ? await listRuns(url) : null
    const start = isWanted('start') ? await measureStart(join(at, 'arranque'), ROUNDS) : null
    const web = isWanted('web') ? await measureWeb(ROUNDS) : null
    const canvas = isWanted('canvas')
      ? await measureCanvas(join(at, 'lienzo'), { rounds: ROUNDS, seconds: SECONDS })
      : null
    return { ...sided, workers, kill, runList, nodeUs, wsdlMs, start, web, canvas }
  } finally {
    await postgres.stop()
  }
}

/** What needs the server by hand and the product with one worker, side by side. */
async function measureSides(dataDir: string, url: string) {
  const limit = await startLimitServer(url)
  try {
    const drawn = await startDrawnServer(dataDir, new URL(url))
    try {
      return await measureOneWorker({ limit, drawn }, url)
    } finally {
      await drawn.stop()
    }
  } finally {
    limit.stop()
  }
}

/** What it costs to keep the data of every run, however many there are. */
async function compareWithData(sides: { limit: Side; drawn: DrawnServer }): Promise<Comparison[]> {
  const compared: Comparison[] = []
  if (!isWanted('data')) return compared
  await sides.drawn.keepData(KEEP_ALL)
  for (const workload of [ECHO, SPLIT_JOIN])
    compared.push(await compare(workload, sides, { connections: P99_AT, rounds: ROUNDS, seconds: SECONDS }))
  await sides.drawn.keepData(null)
  return compared
}

async function measureOneWorker(sides: { limit: Side; drawn: DrawnServer }, url: string) {
  const comparisons: Comparison[] = []
  for (const workload of WORKLOADS) {
    if (!isWanted(workload.nombre)) continue
    for (const connections of CONNECTIONS)
      comparisons.push(await compare(workload, sides, { connections, rounds: ROUNDS, seconds: SECONDS }))
  }
  if (isWanted('soap'))
    comparisons.push(
      ...(await measureSoap(sides, { connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS })),
    )
  const conDatos = await compareWithData(sides)
  const bulk = isWanted('bulk') ? await measureBulk(sides, { url, rows: BULK_ROWS, rounds: ROUNDS }) : null
  // By its name only: it is about memory, and takes as long as the file is large.
  if (wanted.includes('file')) await measureFile(sides.drawn, { url, megabytes: FILE_MB, rounds: ROUNDS })
  const durable = isWanted('durable')
    ? await measureDurable(sides.drawn, { rounds: ROUNDS, seconds: SECONDS })
    : null
  if (durable)
    say(
      `durable  ${Math.round(durable.porSegundo)} runs/s  p50 ${durable.p50.toFixed(1)} ms  p99 ${durable.p99.toFixed(1)} ms`,
    )
  const overload = isWanted('overload') ? await overloadDrawn(sides.drawn) : []
  const queue = await measureQueue(sides, { isWanted, rounds: ROUNDS, seconds: SECONDS })
  return { comparisons, conDatos, bulk, durable, overload, queue }
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
    const byHand = { one: await run(startLimitServer(url)), two: await run(startLimitCluster(url, 2)) }
    const one = await run(startDrawnServer(join(at, 'uno'), target))
    const two = await run(startDrawnServer(join(at, 'dos'), target, { workers: 2, which: 1 }))
    const limit = await measureScaling(byHand, options)
    const drawn = await measureScaling({ one, two }, options)
    const transaccionesPorLlamada = await countTransactions(one, ECHO, SECONDS)
    for (const [side, scaling] of Object.entries({ limit, drawn })) say(`workers ${side}  ${tell(scaling)}`)
    say(`${transaccionesPorLlamada.toFixed(3)} transactions a run`)
    return { limit, drawn, transaccionesPorLlamada }
  } finally {
    for (const server of started.toReversed()) await server.stop()
  }
}

function tell({ one, two, ratio }: Scaling): string {
  const [calls, perCpu] = (['porSegundo', 'porSegundoDeCpu'] as const).map(
    (name) => `${Math.round(one[name])} → ${Math.round(two[name])}`,
  )
  return `${calls}/s  a CPU second ${perCpu}  ${ratio.toFixed(2)}`
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

function isWanted(nombre: string): boolean {
  return wanted.length === 0 || wanted.includes(nombre)
}

async function overloadDrawn(drawn: DrawnServer): Promise<OverloadResult[]> {
  const results: OverloadResult[] = []
  for (const workload of OVERLOADS) {
    const result = await measureOverload(drawn, workload, { rounds: ROUNDS, seconds: SECONDS })
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
