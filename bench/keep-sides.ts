import { join } from 'node:path'
import { type DrawnServer, startDrawnServer } from './drawn-server.ts'
import { startLimitServer } from './limit-process.ts'
import type { Side } from './side.ts'

/** By hand, and the product with one worker. */
export interface OneWorker {
  limit: Side
  drawn: DrawnServer
}

export interface KeptSides {
  use<Result>(measure: (sides: OneWorker) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** The two sides of most workloads, started when one asks for them and none are there. */
export function keepSides(dataDir: string, url: string): KeptSides {
  let starts = 0
  let running: Awaited<ReturnType<typeof start>> | null = null
  return {
    async use(measure) {
      running ??= await start(join(dataDir, String(++starts)), url)
      return measure(running.sides)
    },
    async stop() {
      const before = running
      running = null
      await before?.stop()
    },
  }
}

async function start(dataDir: string, url: string) {
  const limit = await startLimitServer(url)
  try {
    const drawn = await startDrawnServer(dataDir, new URL(url))
    return {
      sides: { limit, drawn } satisfies OneWorker,
      async stop() {
        limit.stop()
        await drawn.stop()
      },
    }
  } catch (error) {
    limit.stop()
    throw error
  }
}
