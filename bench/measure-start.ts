import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { StartResult } from './describe-results.ts'
import { placeOf, untilAnswers } from './drawn-server.ts'
import { median } from './median.ts'
import { memoryMiB, titleOf, treeOf } from './process-usage.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Of the sample shop. */
const FIRST_CALL = '/rest/tienda/clientes/1'
const SETTLED_MS = 2_000

/** `npm start` of the built tree with one worker until its first call is answered, and what its tree keeps in memory when it has nothing to do. */
export async function measureStart(dataDir: string, rounds: number): Promise<StartResult> {
  const first = await startOnce(dataDir)
  const warm = []
  for (let round = 0; round < rounds; round++) warm.push(await startOnce(dataDir))
  const result = {
    firstMs: first.ms,
    warmMs: median(warm.map(({ ms }) => ms)),
    memoriaMiB: median(warm.map(({ memoriaMiB }) => memoriaMiB)),
  }
  process.stdout.write(
    `start ${Math.round(result.firstMs)} ms the first time, ${Math.round(result.warmMs)} ms after; ${Math.round(result.memoriaMiB)} MiB\n`,
  )
  return result
}

async function startOnce(dataDir: string): Promise<{ ms: number; memoriaMiB: number }> {
  const { motor, env } = placeOf(dataDir)
  const began = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswers(npm, [motor + FIRST_CALL])
  const ms = performance.now() - began
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const supervisor = treeOf(npm.pid ?? 0).find((pid) => titleOf(pid).startsWith('div supervisor'))
  if (supervisor === undefined) throw new Error('npm start started no product')
  const memoriaMiB = memoryMiB(treeOf(supervisor))
  const exited = once(npm, 'exit')
  process.kill(supervisor, 'SIGTERM')
  await exited
  return { ms, memoriaMiB }
}
