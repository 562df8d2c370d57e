import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Account } from './folders.ts'
import type { RunningPostgres } from './programs.ts'
import { holdPostgres } from './testing-owner.ts'

export const IS_ROOT = process.getuid?.() === 0
/** A user that every Linux has and whose folders are not ours; as an ordinary user, that user. */
export const ORDINARY: Account | undefined = IS_ROOT ? { uid: 1, gid: 1 } : undefined

/** A folder of one test, and what the test started in it. */
export interface Room {
  root: string
  /** Without waiting for the disk, unless it is asked for. */
  start(options: EmbeddedOptions): Promise<RunningPostgres>
  /** Starts it in a process of its own, which can be killed. */
  startOwner(options: EmbeddedOptions & { account?: Account | undefined }): Owner
  /** What is to be done when the test is over, the latest first. */
  onLeave(work: () => Promise<void>): void
  /** Stops what still runs and says what stayed behind nevertheless. */
  leave(): Promise<Leaks>
}

export interface Leaks {
  processes: string[]
  sockets: string[]
  unfinished: string[]
}

export const NO_LEAKS: Leaks = { processes: [], sockets: [], unfinished: [] }

type Outcome = { url: string; pid: number } | { codigo: string; message: string }

export interface Owner {
  pid: number
  /** What it started, or why it could not. */
  outcome: Promise<Outcome>
  stop(): Promise<void>
  kill(): Promise<void>
}

export async function makeRoom(): Promise<Room> {
  const root = await mkdtemp(join(tmpdir(), 'div-postgres-'))
  // As root the database runs as another account, which must be able to enter.
  await chmod(root, 0o755)
  const works: (() => Promise<void>)[] = []
  return {
    root,
    async start(options) {
      const postgres = await startEmbeddedPostgres({ unsafe: true, ...options })
      works.unshift(() => postgres.stop())
      return postgres
    },
    startOwner(options) {
      const owner = spawnOwner(options)
      works.unshift(owner.kill)
      return owner
    },
    onLeave: (work) => works.unshift(work),
    async leave() {
      for (const work of works) await work()
      const leaks = await findLeaks(root)
      await rm(root, { recursive: true, force: true })
      return leaks
    },
  }
}

/** A data folder after its first start, with one row. */
interface DataFolder {
  /** Until the test is over, which leaves it as it was. */
  lendTo(room: Room, dataDir: string): Promise<void>
  leave(): Promise<Leaks>
}

async function makeDataFolder(): Promise<DataFolder> {
  const room = await makeRoom()
  const dataDir = join(room.root, 'datos')
  const { url, stop } = await room.start({ dataDir })
  await query(url, `create table apuntes (texto text); insert into apuntes values ('primero')`)
  await stop()
  return {
    async lendTo(borrower, place) {
      await rename(dataDir, place)
      borrower.onLeave(() => rename(place, dataDir))
    },
    leave: room.leave,
  }
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  // What cuts it off is reported by the query.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function spawnOwner(options: EmbeddedOptions & { account?: Account | undefined }): Owner {
  const program = `import(process.argv[1]).then((owner) => owner.${holdPostgres.name}(process.argv[2]))`
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      program,
      new URL('testing-owner.ts', import.meta.url).href,
      JSON.stringify(options),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    outcome: once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(String(line))),
    async stop() {
      child.stdin.end()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function findLeaks(root: string): Promise<Leaks> {
  const sockets = await readFile('/proc/net/unix', 'utf8').catch(() => '')
  const names = await readdir(root, { recursive: true })
  return {
    processes: await findProcesses(root),
    sockets: sockets.split('\n').filter((line) => line.includes(root)),
    unfinished: names.filter((name) => /\.nueva|\.initdb|\.relevo|div\.pid\./.test(name)),
  }
}

/** By their arguments or the folder they work in. */
async function findProcesses(root: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const place = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return command.includes(root) || place.startsWith(root)
        ? `${pid} ${command.replaceAll('\0', ' ')}`
        : null
    }),
  )
  return commands.filter((command) => command !== null)
}

/**
 * Gives each test of a file a room, in which nothing may stay behind. Answers what puts the data folder of a first
 * start, made once for all of them, at `<room>/datos` or where it is asked for.
 */
export function useRooms(enter: (room: Room) => void): (dataDir?: string) => Promise<void> {
  let initialised: DataFolder
  let room: Room
  beforeAll(async () => {
    initialised = await makeDataFolder()
  })
  afterAll(async () => {
    expect(await initialised.leave()).toEqual(NO_LEAKS)
  })
  beforeEach(async () => {
    room = await makeRoom()
    enter(room)
  })
  afterEach(async () => {
    expect(await room.leave()).toEqual(NO_LEAKS)
  })
  return (dataDir = join(room.root, 'datos')) => initialised.lendTo(room, dataDir)
}
