import { monotonicNow } from '@div/contract'

/** Time as the engine needs it: a port, so that a test can be its own clock. */
export interface Clock {
  /** Milliseconds with fractions; it never goes back (`monotonicNow`). */
  now(): number
  /** Calls back once after so many milliseconds; answers how to call it off. */
  after(ms: number, callback: () => void): () => void
  /** From 0 to 1: the jitter of retries. */
  random(): number
}

export const systemClock: Clock = {
  now: monotonicNow,
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
