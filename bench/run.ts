import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/postgres/embedded-postgres.ts'
import { checkBodies, compare } from './compare-sides.ts'
import { createTables } from './database.ts'
import { type Comparison, describeResults, type Results, type WorkersResult } from './describe-results.ts'
import { type DrawnServer, startDrawnServer } from './drawn-server.ts'
import { startLimitCluster, startLimitServer } from './limit-process.ts'
import { measureBulk } from './measure-bulk.ts'
import { measureNode } from './measure-engine.ts'
import { measureOverload, type OverloadResult } from './measure-overload.ts'
import { measureStart } from './measure-start.ts'
import { countTransactions, measureWorkers, scale } from './measure-workers.ts'
import type { Side } from './side.ts'
import { ECHO, OVERLOADS, SPLIT_JOIN, WORKLOADS } from './workloads.ts'

/** Whole runs, each some ten minutes: RESULTS.md then shows the first and how far the others were from it. */
const RUNS = Number(process.env.BENCH_RUNS ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const BULK_ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const CONNECTIONS = [1, 32, 128]
/** Only these, when given: `npm run bench -- echo-map`. */
const wanted = process.argv.slice(2)

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
    const nodeUs = isWanted('node') ? measureNode() : null
    if (nodeUs !== null) say(`node ${nodeUs.toFixed(2)} µs of CPU each`)
    const workers = isWanted('workers') ? await compareWorkers(at, url) : null
    const start = isWanted('start') ? await measureStart(join(at, 'arranque'), ROUNDS) : null
    return { ...sided, workers, nodeUs, start }
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

async function measureOneWorker(sides: { limit: Side; drawn: DrawnServer }, url: string) {
  const comparisons: Comparison[] = []
  for (const workload of WORKLOADS) {
    if (!isWanted(workload.nombre)) continue
    await checkBodies(workload, sides)
    for (const connections of CONNECTIONS)
      comparisons.push(await compare(workload, sides, { connections, rounds: ROUNDS, seconds: SECONDS }))
  }
  const bulk = isWanted('bulk') ? await measureBulk(url, sides, BULK_ROWS) : null
  const overload = isWanted('overload') ? await overloadDrawn(sides.drawn) : []
  return { comparisons, bulk, overload }
}

/** A second worker's work, drawn and by hand. One after the other: the ports of the product are the same. */
async function compareWorkers(at: string, url: string): Promise<WorkersResult> {
  const options = { workload: SPLIT_JOIN, rounds: ROUNDS, seconds: SECONDS }
  const measure = async (workers: number) => {
    const limit = await (workers === 1 ? startLimitServer(url) : startLimitCluster(url, workers))
    try {
      const drawn = await startDrawnServer(join(at, `obreros-${workers}`), new URL(url), { workers })
      try {
        const measured = await measureWorkers({ limit, drawn }, options)
        return { measured, transactions: await countTransactions(drawn, ECHO, SECONDS) }
      } finally {
        await drawn.stop()
      }
    } finally {
      limit.stop()
    }
  }
  const one = await measure(1)
  const two = await measure(2)
  const scaling = scale(one.measured, two.measured)
  for (const [side, { one: single, two: double, ratio }] of Object.entries(scaling)) {
    say(
      `workers ${side}  ${Math.round(single.porSegundo)} → ${Math.round(double.porSegundo)}/s  a CPU second ${Math.round(single.porSegundoDeCpu)} → ${Math.round(double.porSegundoDeCpu)}  ${ratio.toFixed(2)}`,
    )
  }
  say(`${one.transactions.toFixed(3)} transactions a run`)
  return { ...scaling, transaccionesPorLlamada: one.transactions }
}

function isWanted(nombre: string): boolean {
  return wanted.length === 0 || wanted.includes(nombre)
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
