import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'

const CHANNEL = 'div_filas'
/** Writes that come one after another are read together. */
const COALESCE_MS = 250
/** A tabla that is large and written all the time may take this part of the time, and no more. */
const SHARE = 0.1

/** Reads the rows of tablas again soon after PostgreSQL tells that some changed. */
export function startFilasFeed({
  listener,
  log,
  refresh,
}: {
  listener: Pick<Listener, 'on'>
  log: Logger
  refresh(): Promise<void>
}): { close(): Promise<void> } {
  let closed = false
  let isChanged = false
  let isBusy = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let restMs = COALESCE_MS

  function hear() {
    isChanged = true
    schedule()
  }

  function schedule() {
    if (closed || isBusy || !isChanged) return
    isBusy = true
    timer = setTimeout(() => {
      isChanged = false
      running = run().then(() => {
        isBusy = false
        // What was written while the rows were read.
        schedule()
      })
    }, restMs)
  }

  async function run() {
    const began = performance.now()
    try {
      await refresh()
    } catch (error) {
      // The database is away; the connection that hears of changes is too, and tells when it is back.
      log.warn({ err: error }, 'rows of tablas not refreshed')
    }
    restMs = Math.max(COALESCE_MS, (performance.now() - began) / SHARE)
  }

  listener.on(CHANNEL, { hear, connected: hear })
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
