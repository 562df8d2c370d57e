import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1_024

/** CPU seconds that processes have used so far. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
}

function cpuSecondsOf(pid: number): number {
  const { utime, stime } = statOf(pid)
  return (utime + stime) / TICKS_PER_SECOND
}

/** CPU seconds that a process and its children have used so far, those that have ended included. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = childrenOf(pid).reduce((sum, child) => {
    try {
      return sum + cpuSecondsOf(child)
    } catch {
      // It has ended meanwhile, and counts with those.
      return sum
    }
  }, 0)
  const { utime, stime, cutime, cstime } = statOf(pid)
  return children + (utime + stime + cutime + cstime) / TICKS_PER_SECOND
}

export function parentOf(pid: number): number {
  return statOf(pid).ppid
}

/** proc(5), stat: fields 4 and 14 to 17, times in ticks. */
function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may itself hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [ppid = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  )
  return { ppid, utime, stime, cutime, cstime }
}

/** What processes keep in memory, what they share with others counted by its part (proc(5), smaps_rollup). */
export function memoryMiB(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return sum + Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / KIB_PER_MIB
  }, 0)
}

/** The environment that a process was started with (proc(5), environ). */
export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '')
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
}

export function childrenOf(pid: number): number[] {
  return listChildren(pid).map((child) => child.pid)
}

/** In one look: a child may end at any time. */
function listChildren(parent: number): { pid: number; title: string }[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
  return [...stdout.matchAll(/^ *(\d+) (.*)$/gm)].map(([, pid, title = '']) => ({ pid: Number(pid), title }))
}

/** What `ps` shows of a process (proc(5), cmdline). */
export function titleOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
}

/** The motor workers of a product. */
export function motorsOf(supervisorPid: number): number[] {
  return listChildren(supervisorPid)
    .filter(({ title }) => title.startsWith('div motor'))
    .map(({ pid }) => pid)
}

/** A process and all that it has started. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}
