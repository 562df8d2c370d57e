import { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './tables.ts'

export interface DatabaseOptions {
  /** Connections of this process. */
  maxConnections?: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
  /**
   * A connection on which nothing comes or goes for so long is given up, with what waits for it: others have it in their place. Without it
   * statements may take any time.
   */
  silenceMs?: number
}

const IDLE_MS = 30_000

/**
 * What the database itself does with sessions of ours whose process or way to it is gone: without, their locks would stand for as long as
 * the system keeps a connection on which nothing comes, which are hours. Nothing of ours stands still so long within a transaction.
 */
export const SESSION_OPTIONS = [
  '-c idle_in_transaction_session_timeout=60s',
  '-c tcp_keepalives_idle=30s',
  '-c tcp_keepalives_interval=10s',
  '-c tcp_keepalives_count=3',
].join(' ')

/** The one place that opens our own database. Dates are instants, bigints texts, jsonb is left as it is. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: openPool(url, options) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** Its connections as they are, for what brings its own statements. */
export function openPool(url: string, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 8,
    application_name: options.applicationName ?? 'div',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    options: SESSION_OPTIONS,
    ...(options.silenceMs !== undefined && { stream: silenceLimited(options.silenceMs) }),
  })
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  // The same while it is in use: its query fails, and whoever asked hears of it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** What opens the sockets of connections that are given up when nothing comes or goes for so long. */
export function silenceLimited(silenceMs: number) {
  return () => {
    const socket = new Socket()
    return socket.setTimeout(silenceMs, () => {
      const silence = new Error(`the database says nothing for ${silenceMs} ms`)
      socket.destroy(Object.assign(silence, { code: 'ETIMEDOUT' }))
    })
  }
}
