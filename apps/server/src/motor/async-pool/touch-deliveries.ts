import type { Logger } from 'pino'

/** Often enough that a lost look or two take nothing from a worker that lives. */
const TOUCH_MS = 3_000

/** Tells the queue that deliveries go on: those of a worker that dies go to another one soon, however long they might take. Answers what ends it. */
export function touchDeliveries<Job>({
  active,
  touch,
  log,
}: {
  active(): readonly Job[]
  touch(jobs: readonly Job[]): Promise<void>
  log: Pick<Logger, 'warn'>
}): () => void {
  const timer = setInterval(() => {
    const jobs = active()
    if (jobs.length === 0) return
    touch(jobs).catch((error: unknown) => log.warn({ err: error }, 'queue not told that deliveries go on'))
  }, TOUCH_MS)
  timer.unref()
  return () => clearInterval(timer)
}
