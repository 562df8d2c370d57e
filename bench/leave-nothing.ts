import { rmSync } from 'node:fs'
import { treeOf } from './process-usage.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const INTERRUPTED = 130

/** However the benchmark ends, also by a signal or by an error of its own: what it has started ends with it, and its folder goes. */
export function leaveNothing(folder: string): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(INTERRUPTED))
  process.once('exit', () => {
    for (const pid of treeOf(process.pid).slice(1)) end(pid)
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 300 })
    } catch {
      // A database that is still ending writes its last files there.
    }
  })
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended meanwhile, with who had started it.
  }
}
