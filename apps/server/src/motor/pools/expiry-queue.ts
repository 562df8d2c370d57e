import { Chain, type Linked } from '@div/contract'

interface Expiring<Item> extends Linked<Item> {
  expiresAt: number
}

/**
 * Things that end after the same time each, oldest first: one timer serves them all, and adding and removing one costs next to nothing.
 * Times are of its clock.
 */
export class ExpiryQueue<Item extends Expiring<Item>> {
  readonly #items = new Chain<Item>()
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

  /** The oldest. */
  get first(): Item | null {
    return this.#items.first
  }

  /** The oldest, taken out. */
  shift(): Item | null {
    const { first } = this.#items
    if (first !== null) this.delete(first)
    return first
  }

  /** Oldest first, no more than `limit`. */
  list(limit: number): Item[] {
    return [...this.#items[Symbol.iterator]().take(limit)]
  }

  get size(): number {
    return this.#items.size
  }

  /** Ends what is due. The timer calls it; a test with a clock of its own may too. */
  expire(): void {
    this.#disarm()
    const now = this.#now()
    for (let { first } = this.#items; first !== null; first = this.#items.first) {
      if (first.expiresAt > now) {
        this.#arm(first.expiresAt)
        return
      }
      this.#items.delete(first)
      this.#onExpired(first)
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
