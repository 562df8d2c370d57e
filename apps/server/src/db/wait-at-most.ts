/** Resolves with the work, or when the time is over: at the end nobody waits longer for what may never answer. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
