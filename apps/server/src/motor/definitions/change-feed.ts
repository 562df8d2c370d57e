import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'

const CHANNEL = 'div_cambios'
const POLL_MS = 1_000
/** Changes that come together, such as those of an import, are read once. */
const COALESCE_MS = 15

export interface ChangeFeedDeps {
  listener: Pick<Listener, 'on'>
  log: Logger
  /** Reads the definitions again if they changed. Called one at a time; a failure is tried again at the next poll. */
  refresh(): Promise<void>
}

export interface ChangeFeed {
  close(): Promise<void>
}

/** Calls `refresh` soon after PostgreSQL tells of a change, and each second in case it could not. */
export function startChangeFeed({ listener, log, refresh }: ChangeFeedDeps): ChangeFeed {
  let closed = false
  let running: Promise<void> | undefined
  let again = false
  let soon: NodeJS.Timeout | undefined
  let failing = false

  async function run() {
    try {
      await refresh()
      if (failing) log.info('definitions are current again')
      failing = false
    } catch (error) {
      // The database is away: what is published goes on as it is, and the next poll tries again.
      if (!failing) log.warn({ err: error }, 'definitions not refreshed')
      failing = true
    }
  }

  function trigger() {
    if (closed) return
    if (running) {
      again = true
      return
    }
    running = run().finally(() => {
      running = undefined
      if (again) {
        again = false
        trigger()
      }
    })
  }

  listener.on(CHANNEL, {
    hear() {
      soon ??= setTimeout(() => {
        soon = undefined
        trigger()
      }, COALESCE_MS)
    },
    // What happened while nobody listened.
    connected: trigger,
  })
  const poll = setInterval(trigger, POLL_MS)

  return {
    async close() {
      closed = true
      clearInterval(poll)
      clearTimeout(soon)
      await running
    },
  }
}
