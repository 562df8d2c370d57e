/** One piece of work for all who wait for it: whoever leaves does not end it for the others, and time does. */
export class SharedWork<Result> {
  readonly #limitMs: number
  readonly #late: () => Error
  #current: Promise<Result> | null = null

  constructor(limitMs: number, late: () => Error) {
    this.#limitMs = limitMs
    this.#late = late
  }

  async join(start: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted()
    const work = this.#current ?? this.#begin(start)
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([work, left])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #begin(start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(this.#late()), this.#limitMs)
    const work = start(abort.signal).finally(() => {
      clearTimeout(timer)
      this.#current = null
    })
    this.#current = work
    // Whoever waits is told of its failure; when all have left, nobody is.
    work.catch(() => {})
    return work
  }
}
