export interface CancellationDeps {
  /** Tells the database to stop the statement under way; resolves when it was told. */
  tell(): Promise<void>
  /** A harmless statement: a cancel that comes late hits it and not the next one. Never rejects. */
  absorb(): Promise<void>
  /** Leaves the connection: what it still does is nobody's concern. */
  abandon(): void
  /** Milliseconds from the cancel until the connection must be free again. */
  limitMs: number
}

/** Stops what a connection does without hitting what it does next. */
export class Cancellation {
  readonly #deps: CancellationDeps
  #telling: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(deps: CancellationDeps) {
    this.#deps = deps
  }

  /** It was started and may still hit something. */
  get isPending(): boolean {
    return this.#telling !== null
  }

  start(): void {
    const { tell, abandon, limitMs } = this.#deps
    if (this.#telling !== null) return
    this.#telling = new Promise((resolve) => {
      // Also a database that does not even answer the cancel is not waited for any longer.
      const leave = () => {
        abandon()
        resolve()
      }
      this.#timer = setTimeout(leave, limitMs).unref()
      tell().then(resolve, leave)
    })
  }

  /** It has hit, and what is executed next shall end too; within the same time. */
  repeat(): void {
    const { tell, abandon } = this.#deps
    this.#telling = Promise.resolve(this.#telling).then(tell).catch(abandon)
  }

  /** To be called when the last statement has ended; resolves when nothing of the cancel is left. */
  async settle(): Promise<void> {
    await this.#telling
    await this.#deps.absorb()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#telling = null
  }
}
