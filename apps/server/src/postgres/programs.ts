import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PostgresIncluidoFallido } from '@div/contract'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import type { Account } from './folders.ts'

/** Where the postmaster listens: a private folder, or loopback with a password. */
export type Address = { socket: string } | { port: number; password: string }

const USER = 'div'
const SOCKET_PORT = 5432
const READY_WAIT_MS = 30_000
const FAST_STOP_WAIT_MS = 20_000
/** What is kept of a program's complaints. */
const TAIL_CHARACTERS = 4_000

/** Spanish order and case rules from ICU; the rest of the locale is C, which every system has. */
export async function runInitdb(options: {
  binaries: Binaries
  account: Account | null
  folder: string
  passwordFile: string
}): Promise<void> {
  const { binaries, account, folder, passwordFile } = options
  const child = spawn(
    binaries.initdb,
    [
      ...['-D', folder, '-U', USER, '-E', 'UTF8', '--pwfile', passwordFile],
      ...['--locale=C', '--locale-provider=icu', '--icu-locale=es'],
      ...['--auth-local=trust', '--auth-host=scram-sha-256'],
    ],
    { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const complaints = tail(child)
  const code = await exitOf(child)
  if (code !== 0) throw explain(complaints(), `initdb terminó con ${code}`)
}

export async function startPostmaster(options: {
  binaries: Binaries
  account: Account | null
  cluster: string
  address: Address
  unsafe: boolean
}): Promise<EmbeddedPostgres> {
  const { binaries, account, cluster, address, unsafe } = options
  const child = spawn(binaries.postgres, ['-D', cluster, ...settingsOf(address, unsafe)], {
    ...account,
    cwd: '/',
    // Its own process group: a Ctrl+C in the terminal is for us, who stop it last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints = tail(child)
  const exit = exitOf(child)
  const url = urlOf(address)
  await untilReady(url, exit, complaints)

  let stopping = false
  const crashed = exit.then((code) =>
    stopping ? never() : explain(complaints(), `PostgreSQL terminó con ${code}`),
  )
  return {
    url,
    pid: child.pid ?? 0,
    crashed,
    async stop() {
      stopping = true
      child.kill('SIGINT')
      const immediate = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_WAIT_MS)
      await exit
      clearTimeout(immediate)
    },
  }
}

function settingsOf(address: Address, unsafe: boolean): string[] {
  const settings: Record<string, string | number> = {
    ...('socket' in address
      ? {
          listen_addresses: '',
          unix_socket_directories: address.socket,
          unix_socket_permissions: '0700',
          port: SOCKET_PORT,
        }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: address.port }),
    // The supervisor, the api and the motor workers of one machine, with room for an operator.
    max_connections: 120,
    shared_buffers: '64MB',
    // Definitions, history and queues are small rows: a checkpoint rarely is better than one every few seconds.
    max_wal_size: '512MB',
    jit: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    ...(unsafe && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function urlOf(address: Address): string {
  if ('socket' in address)
    return `postgres://${USER}@/postgres?host=${encodeURIComponent(address.socket)}&port=${SOCKET_PORT}`
  return `postgres://${USER}:${encodeURIComponent(address.password)}@127.0.0.1:${address.port}/postgres`
}

async function untilReady(url: string, exit: Promise<number>, complaints: () => string): Promise<void> {
  const deadline = Date.now() + READY_WAIT_MS
  const ended = exit.then((code) => explain(complaints(), `PostgreSQL terminó con ${code} al arrancar`))
  for (;;) {
    const outcome = await Promise.race([connects(url), ended])
    if (outcome === true) return
    if (outcome instanceof Error) throw outcome
    if (Date.now() > deadline) {
      throw explain(complaints(), `PostgreSQL no aceptó conexiones en ${READY_WAIT_MS / 1_000} s`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A client that is cut off while it connects reports here as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // Not yet: it is asked again until the deadline.
    return false
  }
}

/** The sentence for whoever started the product; the program's own words are the cause. */
function explain(complaints: string, otherwise: string): Error {
  const cause = new Error(complaints.trim() || otherwise)
  if (/No space left on device/i.test(complaints)) {
    return new PostgresIncluidoFallido(
      { motivo: 'el disco está lleno. Libere espacio y arranque otra vez.' },
      { cause },
    )
  }
  if (/Permission denied/i.test(complaints)) {
    return new PostgresIncluidoFallido({ motivo: 'no tiene permiso sobre su carpeta de datos.' }, { cause })
  }
  const lastLine = complaints.trim().split('\n').at(-1) ?? ''
  return new PostgresIncluidoFallido(
    { motivo: lastLine === '' ? otherwise : `${otherwise}: ${lastLine}` },
    { cause },
  )
}

function tail(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-TAIL_CHARACTERS)
  })
  return () => text
}

async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = await Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]) => {
      throw new PostgresIncluidoFallido(
        { motivo: `no se pudo ejecutar ${child.spawnfile}.` },
        { cause: error },
      )
    }),
  ])
  return typeof code === 'number' ? code : -1
}

function never(): Promise<never> {
  return new Promise(() => {})
}
