import { type ChildLife, type LifeOptions, PartNotStarted, startLife } from './child-life.ts'
import type { Stop } from './child-messages.ts'
import { countFailures, restartDelay } from './restart-delay.ts'

/**
 * A worker that is replaced answers new callers for so long, and sends each to the others with its answer: most callers come back sooner
 * on the connection that they have.
 */
const MOVE: Stop = { retiradaMs: 1_000, isReady: true }

/** What takes longer to listen hangs: the one that it was to replace goes on. */
const REPLACE_WAIT_MS = 120_000

/** A process that is started again whenever it ends, until it is stopped. */
export interface SupervisedChild {
  /** The port it listens on. Rejects with PartNotStarted when its first start fails. */
  ready: Promise<number>
  /** Starts another one beside it, and ends it when that one listens. Rejects with PartNotStarted: then it goes on. */
  replace(): Promise<void>
  /** Resolves when it has ended. */
  stop(stop: Stop): Promise<void>
  /** Ends it at once. */
  kill(): void
}

export function superviseChild(options: LifeOptions & { replaceWaitMs?: number }): SupervisedChild {
  const { name, log, replaceWaitMs = REPLACE_WAIT_MS } = options
  const lives = new Set<ChildLife>()
  let failures = 0
  let hasBeenReady = false
  let isStopping = false
  let restart: NodeJS.Timeout | undefined

  function live(): ChildLife {
    const begun = performance.now()
    const life = startLife(options)
    lives.add(life)
    life.ready.then(
      () => {
        hasBeenReady = true
      },
      () => {},
    )
    void life.ended.then(({ code, signal }) => {
      lives.delete(life)
      // Of one that never listened whoever waits for it is told.
      if (isStopping || life !== current || !hasBeenReady) return
      failures = countFailures(failures, performance.now() - begun)
      const delayMs = restartDelay(failures)
      log.error({ name, pid: life.pid, code, signal, delayMs }, 'process ended; it is started again')
      restart = setTimeout(() => {
        current = live()
      }, delayMs)
    })
    return life
  }
  let current = live()

  /** Kills what does not listen in time. */
  async function readyInTime(next: ChildLife): Promise<void> {
    const late = Promise.withResolvers<never>()
    const deadline = setTimeout(() => {
      next.kill()
      late.reject(new PartNotStarted(`El proceso ${name} no respondió al arrancar en ${replaceWaitMs} ms.`))
    }, replaceWaitMs)
    try {
      await Promise.race([next.ready, late.promise])
    } finally {
      clearTimeout(deadline)
    }
  }

  return {
    ready: current.ready,
    async replace() {
      if (isStopping) return
      const next = live()
      await readyInTime(next)
      if (isStopping) return
      clearTimeout(restart)
      const before = current
      current = next
      if (lives.has(before)) await before.stop(MOVE)
    },
    async stop(stop) {
      isStopping = true
      clearTimeout(restart)
      await Promise.all([...lives].map((life) => life.stop(stop)))
    },
    kill() {
      for (const life of lives) life.kill()
    },
  }
}
