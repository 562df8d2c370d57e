import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is left after everything that nobody holds was let go: on the heap, and of buffers beside it. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  // Array buffers are part of what is external.
  return heapUsed + external
}
