import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is left on the heap after everything that nobody holds was let go. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
