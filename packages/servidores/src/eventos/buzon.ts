/** What arrives by itself, kept for who takes it when there is room. */
export class Buzon<Item> {
  readonly #items: Item[] = []
  #end: { cause: unknown } | null = null
  #wake: () => void = () => {}

  constructor(signal: AbortSignal) {
    const abort = () => this.end(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }

  put(item: Item): void {
    this.#items.push(item)
    this.#wake()
  }

  /** Nothing comes any more, for this reason. */
  end(cause: unknown): void {
    this.#end ??= { cause }
    this.#wake()
  }

  /** At least one and no more than `most`, oldest first. Rejects with the reason of the end, whatever is left. */
  async take(most: number): Promise<Item[]> {
    while (this.#end === null && this.#items.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#end !== null) throw this.#end.cause
    return this.#items.splice(0, most)
  }
}
