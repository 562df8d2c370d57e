/** Resolves with the work, or with null when the time is over: at the end nobody waits longer for what may never answer. */
export async function waitAtMost<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
