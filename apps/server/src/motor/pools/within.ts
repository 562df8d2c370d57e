export interface Patience {
  limitMs: number
  /** Ends the waiting too, with its reason. */
  signal?: AbortSignal
  /** What is thrown when the time is up. */
  late(): Error
}

/** The longest that a timer can wait. */
const MAX_TIMER_MS = 2_147_483_647

/** What the work answers, unless its time or its caller's ends before: nobody waits for another system that says nothing. */
export function within<Output>(work: Promise<Output>, { limitMs, signal, late }: Patience): Promise<Output> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(late()), Math.min(limitMs, MAX_TIMER_MS))
    const onAbort = () => end(signal?.reason)
    const stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const end = (reason: unknown) => {
      stopWaiting()
      reject(reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(stopWaiting)
    if (signal?.aborted) onAbort()
  })
}
