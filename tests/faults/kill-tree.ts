import { treeOf } from '../../bench/process-usage.ts'

/** A process and all below it are gone at once, as with their machine. */
export function killTree(pid: number): void {
  for (const each of treeOf(pid).toReversed()) {
    try {
      process.kill(each, 'SIGKILL')
    } catch (error) {
      // One that was ending is gone by now, which is what is wanted.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}
