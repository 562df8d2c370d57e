/**
 * Things that end after the same time each, oldest first: one timer serves them all, and adding and removing one costs a set operation.
 * Times are of its clock.
 */
export class ExpiryQueue<Item extends { expiresAt: number }> {
  readonly #items = new Set<Item>()
  readonly #onExpired: (item: Item) => void
  readonly #now: () => number
  #timer: NodeJS.Timeout | null = null

  constructor(onExpired: (item: Item) => void, now: () => number) {
    this.#onExpired = onExpired
    this.#now = now
  }

  /** `item.expiresAt` may not be earlier than that of any item added before. */
  add(item: Item): void {
    this.#items.add(item)
    if (this.#timer === null) this.#arm(item.expiresAt)
  }

  delete(item: Item): boolean {
    const known = this.#items.delete(item)
    if (this.#items.size === 0) this.#disarm()
    return known
  }

  /** The oldest, taken out. */
  shift(): Item | undefined {
    for (const item of this.#items) {
      this.delete(item)
      return item
    }
    return undefined
  }

  /** Oldest first, no more than `limit`. */
  list(limit: number): Item[] {
    return [...this.#items.values().take(limit)]
  }

  get size(): number {
    return this.#items.size
  }

  /** Ends what is due. The timer calls it; a test with a clock of its own may too. */
  expire(): void {
    this.#disarm()
    const now = this.#now()
    for (const item of this.#items) {
      if (item.expiresAt > now) {
        this.#arm(item.expiresAt)
        return
      }
      this.#items.delete(item)
      this.#onExpired(item)
    }
  }

  #arm(at: number): void {
    this.#timer = setTimeout(() => this.expire(), Math.max(1, at - this.#now()))
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
