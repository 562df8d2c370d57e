import type { Logger } from 'pino'
import { waitAtMost } from '../../db/wait-at-most.ts'

/** How late a wait may end. */
const LOOK_EVERY_MS = 1_000
/** At the end a database that says nothing is waited for no longer: what was being stored is stored whole or not at all. */
const FAREWELL_MS = 1_000

interface WakingDeps {
  wakeDue(): Promise<void>
  hearAnswers(): Promise<void>
  log: Pick<Logger, 'warn'>
}

/** Looks again and again for waits that are over; any number of workers may. */
export function startWaking({ wakeDue, hearAnswers, log }: WakingDeps) {
  const looks = [wakeDue, hearAnswers].map((look) => repeat(look, log))
  return {
    async stop(): Promise<void> {
      await waitAtMost(FAREWELL_MS, Promise.all(looks.map((stop) => stop())))
    },
  }
}

/** Neither looks twice at once nor waits for what else is looked at. What is answered stops it, and resolves with its last look. */
function repeat(look: () => Promise<void>, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'waits not looked at'))
      .finally(() => {
        looking = null
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
