import { Client } from 'pg'

const RECONNECT_MS = 500

interface Hearing {
  hear(payload: string): void
  /** From now on nothing is missed; until now anything may have been. */
  connected?(): void
}

/** Hears notifications of PostgreSQL on one connection, which it opens for the first channel, and again when it is lost. */
export interface Listener {
  /** `channel` is a plain lower-case name. */
  on(channel: string, hearing: Hearing): void
  close(): Promise<void>
}

export function createListener(databaseUrl: string): Listener {
  const channels = new Map<string, Hearing>()
  let started = false
  let closed = false
  let client: Client | undefined
  /** The connection, once it listens on everything that was asked for so far. */
  let ready: Client | undefined
  /** What the connection listens on. */
  let heard = new Set<string>()
  let reconnect: NodeJS.Timeout | undefined

  async function listen() {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'div-avisos',
      keepAlive: true,
    })
    client = fresh
    heard = new Set()
    fresh.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.hear(payload))
    const retry = () => {
      if (closed || client !== fresh) return
      client = undefined
      ready = undefined
      fresh.end().catch(() => {
        // It is gone already.
      })
      reconnect = setTimeout(listen, RECONNECT_MS)
    }
    fresh.on('error', retry)
    fresh.on('end', retry)
    try {
      await fresh.connect()
      await listenOnAll(fresh)
    } catch {
      // Whoever listens has another way to notice that the database is away; here it is only tried again.
      retry()
    }
  }

  /** One statement at a time; channels that are added meanwhile are taken along. */
  async function listenOnAll(connection: Client) {
    for (const [channel, { connected }] of channels) {
      if (heard.has(channel)) continue
      await connection.query(`listen ${channel}`)
      heard.add(channel)
      connected?.()
    }
    ready = connection
  }

  return {
    on(channel, hearing) {
      channels.set(channel, hearing)
      if (!started) {
        started = true
        void listen()
      }
      if (!ready) return
      const connection = ready
      ready = undefined
      listenOnAll(connection).catch(() => {
        // The connection is lost: the next one listens on every channel.
      })
    },
    async close() {
      closed = true
      clearTimeout(reconnect)
      const last = client
      client = undefined
      await last?.end().catch(() => {
        // It is gone already.
      })
    },
  }
}
