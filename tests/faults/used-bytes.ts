import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is let go in one collection may hold what the next lets go. */
const LOOKS = 5
const PAUSE_MS = 50

/**
 * What is left after everything that nobody holds was let go: on the heap, and of buffers beside it. Once no more than `enough` is left, nothing more is
 * let go.
 */
export async function usedBytes(enough = 0): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS && least > enough; look++) {
    collect()
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const { heapUsed, external } = process.memoryUsage()
    // Array buffers are part of what is external.
    least = Math.min(least, heapUsed + external)
  }
  return least
}
