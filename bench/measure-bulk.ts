import { fillOrigen, readDestino } from './database.ts'
import type { BulkResult } from './describe-results.ts'
import { median } from './median.ts'
import { cpuSeconds, memoryMiB } from './process-usage.ts'
import type { Side, Sides } from './side.ts'

const SAMPLE_MS = 500

interface Options {
  url: string
  rows: number
  rounds: number
}

interface Copied {
  filasPorSegundo: number
  /** CPU of the process for a million rows. */
  cpuSegundosPorMillon: number
  /** Least and most that the process held from the first tenth of the rows on. */
  memoriaMiB: readonly [number, number]
}

/** A million rows by cursor through a map into a bulk insert, by hand and drawn in turn, and what the process holds on to meanwhile. */
export async function measureBulk(sides: Sides, options: Options): Promise<BulkResult> {
  // The first copy of a process takes what the later ones go on with; it is told of, and does not count.
  const limitFirst = await copyOnce(sides.limit, options)
  const drawnFirst = await copyOnce(sides.drawn, options)
  const rounds: { limit: Copied; drawn: Copied }[] = []
  for (let round = 0; round < options.rounds; round++) {
    const limit = await copyOnce(sides.limit, options)
    const drawn = await copyOnce(sides.drawn, options)
    rounds.push({ limit, drawn })
  }
  const summary = (side: 'limit' | 'drawn') => ({
    filasPorSegundo: median(rounds.map((round) => round[side].filasPorSegundo)),
    cpuSegundosPorMillon: median(rounds.map((round) => round[side].cpuSegundosPorMillon)),
    // Of the run whose memory moved the most.
    memoriaMiB: rounds
      .map((round) => round[side].memoriaMiB)
      .reduce((widest, each) => (each[1] - each[0] > widest[1] - widest[0] ? each : widest)),
  })
  const ratios = rounds.map(({ limit, drawn }) => drawn.filasPorSegundo / limit.filasPorSegundo)
  const result: BulkResult = {
    limit: summary('limit'),
    drawn: summary('drawn'),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    primeraMiB: { limit: limitFirst.memoriaMiB, drawn: drawnFirst.memoriaMiB },
  }
  const { limit, drawn } = result
  process.stdout.write(
    `bulk ${Math.round(limit.filasPorSegundo)} → ${Math.round(drawn.filasPorSegundo)} rows/s  ${result.ratio.toFixed(2)}  memory ${drawn.memoriaMiB.map(Math.round).join('–')} MiB\n`,
  )
  return result
}

async function copyOnce({ base, pids }: Side, { url, rows }: Options): Promise<Copied> {
  await fillOrigen(url, rows)
  const cpuBefore = cpuSeconds(pids)
  const began = performance.now()
  const samples = watchMemory(url, pids)
  const answer = await fetch(`${base}/copia`, { method: 'POST' })
  const seconds = (performance.now() - began) / 1_000
  const cpu = cpuSeconds(pids) - cpuBefore
  const { filas, suma } = await readDestino(url)
  if (!answer.ok || filas !== rows || suma !== expectedSum(rows)) {
    throw new Error(`bulk at ${base}: ${answer.status}, ${filas} rows, sum ${suma}`)
  }
  const late = (await samples.stop()).filter((sample) => sample.filas >= rows / 10)
  const held = late.map(({ memoriaMiB }) => memoriaMiB)
  return {
    filasPorSegundo: rows / seconds,
    cpuSegundosPorMillon: (cpu * 1_000_000) / rows,
    memoriaMiB: [Math.min(...held), Math.max(...held)],
  }
}

interface Sample {
  filas: number
  memoriaMiB: number
}

/** One sample at a time until it is told to stop, and one more then: of a copy that was over before the first, the only one. */
function watchMemory(url: string, pids: readonly number[]): { stop(): Promise<Sample[]> } {
  const samples: Sample[] = []
  const stopped = Promise.withResolvers<void>()
  let isOver = false
  const take = async () => samples.push({ ...(await readDestino(url)), memoriaMiB: memoryMiB(pids) })
  const watching = (async () => {
    while (!isOver) {
      await Promise.race([stopped.promise, new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))])
      await take()
    }
  })()
  return {
    async stop() {
      isOver = true
      stopped.resolve()
      await watching
      return samples
    },
  }
}

function expectedSum(rows: number): number {
  return Array.from({ length: 1_000 }, (_, index) => index).reduce(
    (sum, each) => sum + each * 2 * (rows / 1_000),
    0,
  )
}
