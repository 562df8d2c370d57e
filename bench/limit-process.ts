import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childrenOf } from './process-usage.ts'
import type { Side } from './side.ts'

interface LimitServer extends Side {
  stop(): void
}

/** The server written by hand: one process, or several that share a port. */
export function startLimitServer(url: string): Promise<LimitServer> {
  return start('limit-server.ts', [url], (pid) => [pid])
}

export function startLimitCluster(url: string, workers: number): Promise<LimitServer> {
  return start('limit-cluster.ts', [url, String(workers)], childrenOf)
}

async function start(
  file: string,
  args: readonly string[],
  pidsOf: (pid: number) => readonly number[],
): Promise<LimitServer> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout || child.pid === undefined) throw new Error('it prints its port')
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended`)
  })
  // Who calls it notices when it ends later.
  ended.catch(() => {})
  const [port] = await Promise.race([once(child.stdout, 'data'), ended])
  return {
    base: `http://127.0.0.1:${String(port).trim()}`,
    pids: pidsOf(child.pid),
    stop: () => child.kill(),
  }
}
