import type { Logger } from 'pino'
import type { SupervisedChild } from './supervise-child.ts'

/** Starts the workers anew, one after the other, each beside the one whose place it takes. */
export interface RollingRestart {
  /** Once more after the one that is under way. */
  begin(): void
  /** As often as was asked; whoever says a number that was heard before says nothing new. */
  reach(reinicios: number): void
}

export function createRollingRestart({
  workers,
  log,
}: {
  workers: readonly Pick<SupervisedChild, 'replace'>[]
  log: Pick<Logger, 'info' | 'error'>
}): RollingRestart {
  let reached = 0
  let rolling: Promise<void> = Promise.resolve()

  async function roll(): Promise<void> {
    try {
      for (const worker of workers) await worker.replace()
      log.info({ workers: workers.length }, 'workers started anew')
    } catch (error) {
      // What does not start must not take the place of what works.
      log.error({ err: error }, 'a worker did not start: the others stay as they are')
    }
  }

  function begin(): void {
    rolling = rolling.then(roll)
  }

  return {
    begin,
    reach(reinicios) {
      if (reinicios <= reached) return
      reached = reinicios
      begin()
    },
  }
}
