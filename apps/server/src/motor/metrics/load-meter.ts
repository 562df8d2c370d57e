import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const NS_PER_MS = 1e6
const US_PER_MS = 1_000

export interface Load {
  /** Share of one core. */
  cpu: number
  memoriaBytes: number
  /** At the 99th percentile. */
  retrasoMs: number
}

/** Answers what this process has used since it was asked last. */
export function createLoadMeter(): { read(): Load; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let before = { cpu: process.cpuUsage(), at: performance.now() }
  return {
    read() {
      const { user, system } = process.cpuUsage(before.cpu)
      const at = performance.now()
      const cpu = (user + system) / US_PER_MS / Math.max(1, at - before.at)
      // What it measures is the time between two looks, the pause between them included. Without any it has no number.
      const late = delay.count === 0 ? 0 : delay.percentile(99) / NS_PER_MS - RESOLUTION_MS
      before = { cpu: process.cpuUsage(), at }
      delay.reset()
      return { cpu, memoriaBytes: process.memoryUsage.rss(), retrasoMs: Math.max(0, late) }
    },
    stop: () => {
      delay.disable()
    },
  }
}
