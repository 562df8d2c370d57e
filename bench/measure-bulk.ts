import { fillOrigen, readDestino } from './database.ts'
import type { BulkResult } from './describe-results.ts'
import { memoryMiB } from './process-usage.ts'
import type { Side, Sides } from './side.ts'

/** A million rows by cursor through a map into a bulk insert, and what the process holds on to meanwhile. */
export async function measureBulk(url: string, sides: Sides, rows: number): Promise<BulkResult> {
  const run = async ({ base, pids }: Side) => {
    await fillOrigen(url, rows)
    const samples: { filas: number; memoriaMiB: number }[] = []
    const began = performance.now()
    const watch = setInterval(() => {
      void readDestino(url).then(({ filas }) => samples.push({ filas, memoriaMiB: memoryMiB(pids) }))
    }, 500)
    const answer = await fetch(`${base}/copia`, { method: 'POST' })
    clearInterval(watch)
    const seconds = (performance.now() - began) / 1_000
    // Of a run that is over before the first of them, the only one.
    samples.push({ filas: rows, memoriaMiB: memoryMiB(pids) })
    const { filas, suma } = await readDestino(url)
    if (!answer.ok || filas !== rows || suma !== expectedSum(rows)) {
      throw new Error(`bulk at ${base}: ${answer.status}, ${filas} rows, sum ${suma}`)
    }
    const late = samples.filter((sample) => sample.filas >= rows / 10).map(({ memoriaMiB }) => memoriaMiB)
    return {
      filasPorSegundo: rows / seconds,
      memoriaMiB: [Math.min(...late), Math.max(...late)] as const,
    }
  }
  const limit = await run(sides.limit)
  const drawn = await run(sides.drawn)
  const ratio = drawn.filasPorSegundo / limit.filasPorSegundo
  process.stdout.write(
    `bulk ${Math.round(limit.filasPorSegundo)} → ${Math.round(drawn.filasPorSegundo)} rows/s  ${ratio.toFixed(2)}  memory ${drawn.memoriaMiB.map(Math.round).join('–')} MiB\n`,
  )
  return { limit, drawn, ratio }
}

function expectedSum(rows: number): number {
  return Array.from({ length: 1_000 }, (_, index) => index).reduce(
    (sum, each) => sum + each * 2 * (rows / 1_000),
    0,
  )
}
