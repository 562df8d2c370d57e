import { Client } from 'pg'
import type { Logger } from 'pino'

const CHANNEL = 'div_cambios'
const POLL_MS = 1_000
const RECONNECT_MS = 500
/** Changes that come together, such as those of an import, are read once. */
const COALESCE_MS = 15

export interface ChangeFeedDeps {
  databaseUrl: string
  log: Logger
  /** Reads the definitions again if they changed. Called one at a time; a failure is tried again at the next poll. */
  refresh(): Promise<void>
}

export interface ChangeFeed {
  close(): Promise<void>
}

/** Calls `refresh` soon after PostgreSQL tells of a change, and each second in case it could not. */
export function startChangeFeed({ databaseUrl, log, refresh }: ChangeFeedDeps): ChangeFeed {
  let closed = false
  let client: Client | undefined
  let running: Promise<void> | undefined
  let again = false
  let soon: NodeJS.Timeout | undefined
  let reconnect: NodeJS.Timeout | undefined
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

  async function listen() {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'div-cambios',
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', () => {
      soon ??= setTimeout(() => {
        soon = undefined
        trigger()
      }, COALESCE_MS)
    })
    const retry = () => {
      if (closed || client !== fresh) return
      client = undefined
      fresh.end().catch(() => {
        // It is gone already.
      })
      reconnect = setTimeout(listen, RECONNECT_MS)
    }
    fresh.on('error', retry)
    fresh.on('end', retry)
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      // What happened while nobody listened.
      trigger()
    } catch {
      // The poll tells of it; here it is only tried again.
      retry()
    }
  }

  const poll = setInterval(trigger, POLL_MS)
  void listen()

  return {
    async close() {
      closed = true
      clearInterval(poll)
      clearTimeout(soon)
      clearTimeout(reconnect)
      await running
      const last = client
      client = undefined
      await last?.end().catch(() => {
        // It is gone already.
      })
    },
  }
}
