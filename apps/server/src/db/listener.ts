import { Client } from 'pg'
import { SESSION_OPTIONS, silenceLimited } from './database.ts'

const RECONNECT_MS = 500
/** A connection on which nothing comes for so long is opened anew: it would tell nothing any more, and nobody would notice. */
const SILENCE_MS = 10_000
/** Often enough that one which lives is never silent for so long. */
const asksEvery = (silenceMs: number) => silenceMs / 3

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

export function createListener(databaseUrl: string, { silenceMs = SILENCE_MS } = {}): Listener {
  const channels = new Map<string, Hearing>()
  let started = false
  let closed = false
  let client: Client | undefined
  /** The connection, once it listens on everything that was asked for so far. */
  let ready: Client | undefined
  /** What the connection listens on. */
  let heard = new Set<string>()
  let reconnect: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined

  async function listen() {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'div-avisos',
      options: SESSION_OPTIONS,
      stream: silenceLimited(silenceMs),
    })
    client = fresh
    heard = new Set()
    fresh.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.hear(payload))
    const retry = () => {
      if (closed || client !== fresh) return
      client = undefined
      ready = undefined
      clearInterval(asking)
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
      asking = setInterval(() => ask(fresh).catch(retry), asksEvery(silenceMs))
      asking.unref()
    } catch {
      // Whoever listens has another way to notice that the database is away; here it is only tried again.
      retry()
    }
  }

  /** So that it is never silent while it lives. */
  async function ask(connection: Client) {
    if (ready !== connection) return
    ready = undefined
    await connection.query('select')
    await listenOnAll(connection)
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
      clearInterval(asking)
      const last = client
      client = undefined
      await last?.end().catch(() => {
        // It is gone already.
      })
    },
  }
}
