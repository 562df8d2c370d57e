import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CarpetaEnUso } from '@div/contract'
import { codeOf, explainingFolder } from './explain-folder.ts'

export interface DataLock {
  release(): Promise<void>
}

/**
 * One supervisor a data folder. The file holds the pid and, on Linux, when that process began, so that a pid that was given to
 * another process after a crash is not taken for ours.
 */
export function lockDataFolder(dataDir: string): Promise<DataLock> {
  return explainingFolder(dataDir, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o755 })
    const own = `${process.pid} ${await beginOf(process.pid)}`
    return lock({ file: join(dataDir, 'div.pid'), own, dataDir })
  })
}

interface Wanted {
  file: string
  own: string
  dataDir: string
}

async function lock({ file, own, dataDir }: Wanted): Promise<DataLock> {
  for (;;) {
    if (await create(file, own)) return { release: () => rm(file, { force: true }) }
    const holder = await readHolder(file)
    // Whoever creates it next has it: to remove what is not there could take it from them.
    if (holder === null) continue
    const pid = await aliveHolder(holder)
    if (pid !== null) throw new CarpetaEnUso({ carpeta: dataDir, pid })
    // Of several that find the same dead holder one may remove it: another's removal could take the lock of who came first.
    const relevo = await lock({ file: `${file}.relevo`, own, dataDir })
    try {
      if ((await readHolder(file)) === holder) await rm(file, { force: true })
    } finally {
      await relevo.release()
    }
  }
}

/** Appears with its content or not at all: a file that is still empty would look like a dead holder's. */
async function create(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o644 })
    await link(draft, file)
    return true
  } catch (error) {
    // Somebody has it; every other failure is the folder's.
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

/** Null: nobody has it. */
async function readHolder(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // It was released a moment ago.
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function aliveHolder(holder: string): Promise<number | null> {
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && (await isAlive(pid)) && holder === `${pid} ${await beginOf(pid)}` ? pid : null
}

/** The start time of a process in clock ticks since boot (proc(5), field 22); empty where there is no /proc. */
async function beginOf(pid: number): Promise<string> {
  return (await readStat(pid))[19] ?? ''
}

/** A process that has ended counts as dead, also while nobody has fetched its exit code: in a container that may be for ever. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, as somebody else.
    if (codeOf(error) !== 'EPERM') return false
  }
  const [state] = await readStat(pid)
  return state !== 'Z'
}

/** What proc(5) lists from the state (field 3) on; nothing where there is no /proc. */
async function readStat(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may itself hold spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
