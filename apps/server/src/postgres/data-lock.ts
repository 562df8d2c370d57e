import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CarpetaEnUso } from '@div/contract'

/**
 * One supervisor a data folder. The file holds the pid and, on Linux, when that process began, so that a pid that was given to
 * another process after a crash is not taken for ours.
 */
export async function lockDataFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const file = join(dataDir, 'div.pid')
  const own = `${process.pid} ${await beginOf(process.pid)}`
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o644)
      await handle.writeFile(own)
      await handle.close()
      return { release: () => rm(file, { force: true }) }
    } catch (error) {
      if (!isAlreadyThere(error)) throw error
      const holder = await readFile(file, 'utf8').catch(() => '')
      const pid = Number(holder.split(' ')[0])
      if (pid > 0 && isAlive(pid) && holder === `${pid} ${await beginOf(pid)}`) {
        throw new CarpetaEnUso({ carpeta: dataDir, pid })
      }
      await rm(file, { force: true })
    }
  }
}

/** The start time of a process in clock ticks since boot (proc(5), stat field 22); empty where there is no /proc. */
async function beginOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may itself hold spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
