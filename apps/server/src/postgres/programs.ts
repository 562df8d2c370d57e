import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { PostgresIncluidoFallido } from '@div/contract'
import type { Binaries } from './binaries.ts'
import { explainCrash, explainProgram } from './explain-program.ts'
import type { Account } from './folders.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/** Where the postmaster listens: a private folder, or loopback with a password. */
export type Address = { socket: string } | { port: number; password: string }

export interface RunningPostgres {
  url: string
  pid: number
  /** Ends it with a fast shutdown: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>
  /** Settles when it ends without having been asked to. */
  readonly crashed: Promise<Error>
}

const USER = 'div'
const SOCKET_PORT = 5432
const FAST_STOP_WAIT_MS = 20_000
/** How long the last words of a program that has ended are waited for: its children may hold the pipe open. */
const LAST_WORDS_MS = 500
/** What is kept of a program's complaints. */
const TAIL_CHARACTERS = 4_000

/** Spanish order and case rules from ICU; the rest of the locale is C, which every system has. */
export async function runInitdb(options: {
  binaries: Binaries
  account: Account | null
  folder: string
  passwordFile: string
  unsafe: boolean
}): Promise<void> {
  const { binaries, account, folder, passwordFile, unsafe } = options
  const { ended, complaints } = launch(binaries.initdb, {
    args: [
      ...['-D', folder, '-U', USER, '-E', 'UTF8', '--pwfile', passwordFile],
      ...['--locale=C', '--locale-provider=icu', '--icu-locale=es'],
      ...['--auth-local=trust', '--auth-host=scram-sha-256'],
      ...(unsafe ? ['--no-sync'] : []),
    ],
    account,
  })
  const how = await ended
  if (how !== SUCCESS)
    throw explainProgram({
      folder: dirname(folder),
      complaints: complaints(),
      otherwise: `initdb terminó con ${how}`,
    })
}

export async function startPostmaster(options: {
  binaries: Binaries
  account: Account | null
  cluster: string
  address: Address
  unsafe: boolean
}): Promise<RunningPostgres> {
  const { binaries, account, cluster, address, unsafe } = options
  const { child, ended, complaints } = launch(binaries.postgres, {
    args: ['-D', cluster, ...settingsOf(address, unsafe)],
    account,
  })
  const explain = (otherwise: string) =>
    explainProgram({ folder: cluster, complaints: complaints(), otherwise })
  const url = urlOf(address)
  try {
    await waitUntilReady({
      url,
      explain,
      ended: ended.then((how) => explain(`PostgreSQL terminó con ${how} al arrancar`)),
    })
  } catch (error) {
    // Nobody would know of it.
    await stop('SIGQUIT', 'SIGKILL')
    throw error
  }

  let stopping = false
  const crashed = ended.then((how) =>
    stopping
      ? never()
      : explainCrash({ folder: cluster, complaints: complaints(), otherwise: `terminó con ${how}` }),
  )
  return {
    url,
    pid: child.pid ?? 0,
    crashed,
    stop() {
      stopping = true
      return stop('SIGINT', 'SIGQUIT')
    },
  }

  async function stop(first: NodeJS.Signals, second: NodeJS.Signals): Promise<void> {
    child.kill(first)
    const impatience = setTimeout(() => child.kill(second), FAST_STOP_WAIT_MS)
    // A program that could not be run has been reported by whoever waited for it.
    await ended.catch(() => {})
    clearTimeout(impatience)
  }
}

const SUCCESS = 'el código 0'

function launch(program: string, { args, account }: { args: readonly string[]; account: Account | null }) {
  const { PATH, SystemRoot } = process.env
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    // Nothing of our environment is the database's business, the master key least of all; its complaints are read in English.
    env: { LC_ALL: 'C', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) },
    // Its own process group: a Ctrl+C in the terminal is for us, who stop it last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { child, complaints: tail(child), ended: endOf(child) }
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
    return `postgres://${USER}@/postgres?host=${encodeURIComponent(address.socket)}&port=${SOCKET_PORT}&sslmode=disable`
  return `postgres://${USER}:${encodeURIComponent(address.password)}@127.0.0.1:${address.port}/postgres`
}

function tail(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-TAIL_CHARACTERS)
  })
  return () => text
}

/** Says how it ended. Rejects when it could not even begin. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new PostgresIncluidoFallido({ motivo: `no se pudo ejecutar ${child.spawnfile}.` }, { cause }))
    })
    child.once('exit', (code, signal) => {
      const how = signal === null ? `el código ${code}` : `la señal ${signal}`
      const hurry = setTimeout(() => resolve(how), LAST_WORDS_MS)
      child.once('close', () => {
        clearTimeout(hurry)
        resolve(how)
      })
    })
  })
}

function never(): Promise<never> {
  return new Promise(() => {})
}
