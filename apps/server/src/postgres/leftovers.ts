import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { open, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PostgresIncluidoFallido } from '@div/contract'
import { isAlive } from './data-lock.ts'
import { codeOf } from './explain-folder.ts'

/** A fast shutdown writes what is dirty to disk; a slow disk needs some time for that. */
const STOP_WAIT_MS = 15_000
const LOOK_EVERY_MS = 25
/** The largest pid_t; no system gives it to a process. */
const NOBODYS_PID = 2_147_483_647
/** What the kernel calls our programs, also after they have changed their titles. */
const PROGRAMS = new Set(['postgres', 'initdb'])

/**
 * After a `kill -9` of the supervisor its postmaster lives on. It is stopped rather than adopted: its output and its end would
 * not reach us, and a stop costs milliseconds. After a `kill -9` of the postmaster its busiest children live on for a while, and a
 * new one refuses to start beside them; an initdb lives on to write in a folder that is about to be made again. Other programs are
 * left alone, also when they have the pid of a postmaster that is gone.
 */
export async function stopLeftovers({
  cluster,
  unfinished,
  waitMs = STOP_WAIT_MS,
}: {
  cluster: string
  unfinished: string
  waitMs?: number
}): Promise<void> {
  const pid = await recordedPid(cluster)
  if (pid !== null && (await isAlive(pid)) && (await isPostmasterOf(pid, cluster))) {
    await end({ pid, signal: 'SIGINT', waitMs })
  }
  for (const folder of [cluster, unfinished]) {
    for (const each of await findPrograms(folder)) await end({ pid: each, signal: 'SIGKILL', waitMs })
  }
  if ((await recordedPid(cluster)) !== null) await disownPid(cluster)
}

/** What a dead postmaster left of its socket; PostgreSQL asks only whether its pid is alive. */
export async function removeStaleSockets(folder: string): Promise<void> {
  const names = await readdir(folder)
  const stale = names.filter((name) => name.startsWith('.s.PGSQL.'))
  await Promise.all(stale.map((name) => rm(join(folder, name), { force: true })))
}

async function recordedPid(cluster: string): Promise<number | null> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(content.split('\n')[0])
  return pid > 0 ? pid : null
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return isProgramOf(pid, cluster)
  return (await askForCommand(pid)).includes(cluster)
}

/** Where there is no /proc. No answer counts as another program: a postmaster that lives all the same refuses to be doubled. */
async function askForCommand(pid: number): Promise<string> {
  const [program, args] =
    process.platform === 'win32'
      ? [
          'powershell',
          ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
        ]
      : ['ps', ['-o', 'args=', '-p', String(pid)]]
  const { stdout } = await promisify(execFile)(program, args).catch(() => ({ stdout: '' }))
  return stdout
}

/**
 * PostgreSQL takes any process that has the pid for a postmaster, a dead one that nobody has reaped too. Only the pid is taken back:
 * the rest of the file is how it makes sure that no process still has the old shared memory.
 */
async function disownPid(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const rest = (await readFile(file, 'utf8')).split('\n').slice(1)
  // No link is followed: the folder is the account's, and we may be root.
  const handle = await open(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  try {
    await handle.writeFile([NOBODYS_PID, ...rest].join('\n'))
  } finally {
    await handle.close()
  }
}

async function findPrograms(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const verdicts = await Promise.all(pids.map((pid) => isProgramOf(pid, folder)))
  return pids.filter((_, index) => verdicts[index])
}

/** One of ours by its name, and of this folder by its arguments or, for the children, by where it works. */
async function isProgramOf(pid: number, folder: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (!PROGRAMS.has(name.trim())) return false
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (command.split('\0').includes(folder)) return true
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return place !== null && place === (await realpath(folder).catch(() => null))
}

async function end({
  pid,
  signal,
  waitMs,
}: {
  pid: number
  signal: NodeJS.Signals
  waitMs: number
}): Promise<void> {
  send(pid, signal)
  const deadline = performance.now() + waitMs
  while (await isAlive(pid)) {
    if (performance.now() > deadline) {
      throw new PostgresIncluidoFallido({
        motivo: `queda un proceso anterior (pid ${pid}) que no termina. Deténgalo y arranque otra vez.`,
      })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It ended by itself, or is somebody else's: the wait that follows tells which.
    if (codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM') throw error
  }
}
