import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresIncluidoFallido } from '@div/contract'
import { isAlive } from './data-lock.ts'

const STOP_WAIT_MS = 15_000
const LOOK_EVERY_MS = 25

/**
 * After a `kill -9` of the supervisor its postmaster lives on. It is stopped rather than adopted: its output and its end would
 * not reach us, and a stop costs milliseconds. A pid that now belongs to another program is left alone.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid) || !(await isPostmasterOf(pid, cluster))) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_WAIT_MS
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      throw new PostgresIncluidoFallido({
        motivo: `queda un proceso anterior (pid ${pid}) que no termina. Deténgalo y arranque otra vez.`,
      })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0').includes(cluster)
}
