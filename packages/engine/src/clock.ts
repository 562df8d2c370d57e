/** Time as the engine needs it: a port, so that a test can be its own clock. */
export interface Clock {
  /** Epoch milliseconds with fractions. */
  now(): number
  /** Calls back once after so many milliseconds; answers how to call it off. */
  after(ms: number, callback: () => void): () => void
  /** From 0 to 1: the jitter of retries. */
  random(): number
}

/** Looked up once: the global is a getter, which costs more than the time itself. */
const stopwatch = globalThis.performance
const ORIGIN = stopwatch.timeOrigin

export const systemClock: Clock = {
  now: () => ORIGIN + stopwatch.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
