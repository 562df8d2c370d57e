/** What stands in a chain: those before and after it there, null at the ends and once it has left. */
export interface Linked<Item> {
  earlier: Item | null
  later: Item | null
}

/**
 * Items in the order in which they came, any of which may leave at any time.
 *
 * Not a `Set`: V8 makes a new table for one every few dozen changes, and the old one goes on pointing to the new one and to what was in
 * it. Once one such table is old every later one, and all that was ever in them, is carried along until the whole heap is collected. What
 * comes and goes with each call would survive it so; what leaves a chain points to nothing and is pointed to by nothing.
 */
export class Chain<Item extends Linked<Item>> {
  #first: Item | null = null
  #last: Item | null = null
  #size = 0

  get size(): number {
    return this.#size
  }

  /** `item` stands in no chain yet. */
  add(item: Item): void {
    item.earlier = this.#last
    if (this.#last === null) this.#first = item
    else this.#last.later = item
    this.#last = item
    this.#size++
  }

  /** False: it is not in it, or not any more. */
  delete(item: Item): boolean {
    const { earlier, later } = item
    if (earlier === null && this.#first !== item) return false
    if (earlier === null) this.#first = later
    else earlier.later = later
    if (later === null) this.#last = earlier
    else later.earlier = earlier
    item.earlier = null
    item.later = null
    this.#size--
    return true
  }

  /** The one that has been in it for the longest. */
  get first(): Item | null {
    return this.#first
  }

  /** From the first on; none may leave before the end. */
  *[Symbol.iterator](): Generator<Item, undefined, undefined> {
    for (let item = this.#first; item !== null; item = item.later) yield item
  }
}
