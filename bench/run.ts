import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../apps/server/src/postgres/embedded-postgres.ts'
import { createTables, fillOrigen, readDestino } from './database.ts'
import {
  type BulkResult,
  type Comparison,
  describeResults,
  type Results,
  type StartResult,
  type WorkersResult,
} from './describe-results.ts'
import { type DrawnServer, startDrawnServer, startProduct } from './drawn-server.ts'
import { type Load, load } from './load.ts'
import { measureNode } from './measure-engine.ts'
import { measureOverload, type OverloadResult } from './measure-overload.ts'
import { measureWorkers, type WorkersLoad } from './measure-workers.ts'
import { cpuSeconds, memoryBytes } from './process-usage.ts'
import { ECHO, OVERLOADS, WORKLOADS, type Workload } from './workloads.ts'

/** Whole runs, each some ten minutes: RESULTS.md then shows the first and how far the others were from it. */
const RUNS = Number(process.env.BENCH_RUNS ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const BULK_ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const CONNECTIONS = [1, 32, 128]
const MIB = 1_048_576
/** Only these, when given: `npm run bench -- echo-map`. */
const wanted = process.argv.slice(2)

interface Side {
  base: string
  pid: number
}

const folder = await mkdtemp(join(tmpdir(), 'div-bench-'))
await chmod(folder, 0o755)
try {
  const runs: Results[] = []
  for (let run = 1; run <= RUNS; run++) {
    if (RUNS > 1) say(`run ${run} of ${RUNS}`)
    runs.push(await measureAll(join(folder, String(run))))
    if (wanted.length === 0) await writeResults(runs)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** After each run, so that one that is interrupted leaves those before it. */
async function writeResults(runs: readonly Results[]): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  const text = describeResults(runs, { machine, rounds: ROUNDS, seconds: SECONDS })
  await writeFile(new URL('RESULTS.md', import.meta.url), text)
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
    const workers = sided.one ? await compareWorkers(sided.one, { dataDir: join(at, 'dos'), url }) : null
    const nodeUs = isWanted('node') ? measureNode() : null
    if (nodeUs !== null) say(`node ${nodeUs.toFixed(2)} µs of CPU each`)
    const start = isWanted('start') ? await measureStart(join(at, 'arranque')) : null
    return { ...sided, workers, nodeUs, start }
  } finally {
    await postgres.stop()
  }
}

/** What needs the server by hand and the product with one worker, side by side. */
async function measureSides(dataDir: string, url: string) {
  const limit = await startLimitServer(url)
  const drawn = await startDrawnServer(dataDir, new URL(url)).catch((error: unknown) => {
    limit.stop()
    throw error
  })
  try {
    const sides = {
      limit: { base: limit.base, pid: limit.pid },
      drawn: { base: drawn.base, pid: drawn.motorPids[0] ?? 0 },
    }
    const comparisons: Comparison[] = []
    for (const workload of WORKLOADS) {
      if (!isWanted(workload.nombre)) continue
      await checkBodies(workload, sides)
      for (const connections of CONNECTIONS) comparisons.push(await compare(workload, sides, connections))
    }
    const bulk = isWanted('bulk') ? await measureBulk(url, sides) : null
    const one = isWanted('workers') ? await measureWorkers(drawn, ECHO, SECONDS) : null
    const overload = isWanted('overload') ? await overloadDrawn(drawn) : []
    return { comparisons, bulk, one, overload }
  } finally {
    limit.stop()
    await drawn.stop()
  }
}

/** The same with two workers: how much of a second worker's work is left to the calls. */
async function compareWorkers(
  one: WorkersLoad,
  { dataDir, url }: { dataDir: string; url: string },
): Promise<WorkersResult> {
  const drawn = await startDrawnServer(dataDir, new URL(url), { workers: 2 })
  try {
    const two = await measureWorkers(drawn, ECHO, SECONDS)
    const ratio = (2 * two.porSegundoDeCpu) / one.porSegundoDeCpu
    say(
      `workers ${Math.round(one.porSegundo)} → ${Math.round(two.porSegundo)}/s, a CPU second ${Math.round(one.porSegundoDeCpu)} → ${Math.round(two.porSegundoDeCpu)}: ${ratio.toFixed(2)}; ` +
        `${one.transaccionesPorLlamada.toFixed(3)} transactions a run`,
    )
    return { one, two, ratio }
  } finally {
    await drawn.stop()
  }
}

function isWanted(nombre: string): boolean {
  return wanted.length === 0 || wanted.includes(nombre)
}

/** Both do the same work: the same body for the same call. */
async function checkBodies(
  { nombre, metodo, body, path }: Workload,
  sides: Record<string, Side>,
): Promise<void> {
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
  workload: Workload,
  { base, pid }: Side,
  connections: number,
  seconds: number,
): Promise<Round> {
  const before = cpuSeconds(pid)
  const result = await load(base, workload, { connections, seconds })
  return { ...result, cpuMsPorMil: ((cpuSeconds(pid) - before) * 1_000_000) / result.llamadas }
}

async function overloadDrawn(drawn: DrawnServer): Promise<OverloadResult[]> {
  const results: OverloadResult[] = []
  for (const workload of OVERLOADS) {
    const result = await measureOverload(drawn, workload, SECONDS)
    results.push(result)
    const { capacidad, holgada, triple } = result
    for (const { ofrecidas, porSegundo, p99, rechazadas, sinHacer, saludMs, administracionMs } of [
      holgada,
      triple,
    ])
      say(
        `overload ${workload.nombre} (${Math.round(capacidad)}/s)  offered ${Math.round(ofrecidas)}  answered ${Math.round(porSegundo)}/s (${(porSegundo / capacidad).toFixed(2)})  p99 ${p99.toFixed(1)} ms  refused ${Math.round(rechazadas * 100)} %  not made ${Math.round(sinHacer * 100)} %  health ${Math.round(saludMs)} ms  admin ${Math.round(administracionMs)} ms`,
      )
  }
  return results
}

/** Interleaved, so that what else the machine does meets both; the first round of each warms up and does not count. */
async function compare(
  workload: Workload,
  sides: { limit: Side; drawn: Side },
  connections: number,
): Promise<Comparison> {
  const rounds: { limit: Round; drawn: Round }[] = []
  await measureRound(workload, sides.limit, connections, 1)
  await measureRound(workload, sides.drawn, connections, 1)
  for (let round = 0; round < ROUNDS; round++) {
    const limit = await measureRound(workload, sides.limit, connections, SECONDS)
    const drawn = await measureRound(workload, sides.drawn, connections, SECONDS)
    rounds.push({ limit, drawn })
  }
  const summary = (side: 'limit' | 'drawn') => ({
    porSegundo: median(rounds.map((round) => round[side].porSegundo)),
    p50: median(rounds.map((round) => round[side].p50)),
    p99: median(rounds.map((round) => round[side].p99)),
    cpuMsPorMil: median(rounds.map((round) => round[side].cpuMsPorMil)),
    memoriaMiB: memoryBytes(sides[side].pid) / MIB,
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
  say(
    `${workload.nombre.padEnd(13)} ${String(connections).padStart(3)}  ${Math.round(limit.porSegundo)} → ${Math.round(drawn.porSegundo)}/s  ` +
      `${comparison.ratio.toFixed(2)}  p99 ${limit.p99.toFixed(2)} → ${drawn.p99.toFixed(2)} ms (${comparison.p99Ratio.toFixed(1)})  cpu ${Math.round(limit.cpuMsPorMil)} → ${Math.round(drawn.cpuMsPorMil)} ms/1000`,
  )
  return comparison
}

/** A million rows by cursor through a map into a bulk insert, and what the process holds on to meanwhile. */
async function measureBulk(url: string, sides: { limit: Side; drawn: Side }): Promise<BulkResult> {
  const run = async ({ base, pid }: Side) => {
    await fillOrigen(url, BULK_ROWS)
    const samples: { filas: number; bytes: number }[] = []
    const began = performance.now()
    const watch = setInterval(() => {
      void readDestino(url).then(({ filas }) => samples.push({ filas, bytes: memoryBytes(pid) }))
    }, 500)
    const answer = await fetch(`${base}/copia`, { method: 'POST' })
    clearInterval(watch)
    const seconds = (performance.now() - began) / 1_000
    // Of a run that is over before the first of them, the only one.
    samples.push({ filas: BULK_ROWS, bytes: memoryBytes(pid) })
    const { filas, suma } = await readDestino(url)
    if (!answer.ok || filas !== BULK_ROWS || suma !== expectedSum()) {
      throw new Error(`bulk at ${base}: ${answer.status}, ${filas} rows, sum ${suma}`)
    }
    const late = samples.filter((sample) => sample.filas >= BULK_ROWS / 10).map(({ bytes }) => bytes / MIB)
    return {
      filasPorSegundo: BULK_ROWS / seconds,
      memoriaMiB: [Math.min(...late), Math.max(...late)] as const,
    }
  }
  const limit = await run(sides.limit)
  const drawn = await run(sides.drawn)
  const ratio = drawn.filasPorSegundo / limit.filasPorSegundo
  say(
    `bulk ${Math.round(limit.filasPorSegundo)} → ${Math.round(drawn.filasPorSegundo)} rows/s  ${ratio.toFixed(2)}  memory ${drawn.memoriaMiB.map(Math.round).join('–')} MiB`,
  )
  return { limit, drawn, ratio }
}

function expectedSum(): number {
  return Array.from({ length: 1_000 }, (_, index) => index).reduce(
    (sum, each) => sum + each * 2 * (BULK_ROWS / 1_000),
    0,
  )
}

/** Warm starts of the whole product with one worker, and what its tree keeps in memory when it has nothing to do. */
async function measureStart(dataDir: string): Promise<StartResult> {
  const first = await startProduct(dataDir)
  await first.stop()
  const warm: number[] = []
  let memoriaMiB = 0
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct(dataDir)
    warm.push(product.startMs)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    memoriaMiB = treeOf(product.supervisorPid).reduce((sum, pid) => sum + memoryBytes(pid), 0) / MIB
    await product.stop()
  }
  const result = { firstMs: first.startMs, warmMs: median(warm), memoriaMiB }
  say(
    `start ${Math.round(result.firstMs)} ms the first time, ${Math.round(result.warmMs)} ms after; ${Math.round(memoriaMiB)} MiB`,
  )
  return result
}

function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map(Number)
    .filter((each) => each > 0)
}

async function startLimitServer(url: string): Promise<Side & { stop(): void }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('limit-server.ts', import.meta.url)), url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (!child.stdout) throw new Error('it prints its port')
  const [port] = await once(child.stdout, 'data')
  return { base: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid ?? 0, stop: () => child.kill() }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function median(values: readonly number[]): number {
  const ordered = values.toSorted((left, right) => left - right)
  const middle = Math.floor(ordered.length / 2)
  return ordered.length % 2 === 1
    ? (ordered[middle] ?? 0)
    : ((ordered[middle - 1] ?? 0) + (ordered[middle] ?? 0)) / 2
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
