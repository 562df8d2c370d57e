import type { Limits } from '@div/contract'

/** A call whose body is on its way. */
export interface Reading {
  /** Others have its place until its body is there. */
  yieldPlace(): void
  /** There are too many of its kind. */
  refuseSlow(): void
}

/**
 * Bodies that are being read. A caller that sends a byte a second costs the worker nothing, and holds no place of those that would
 * be answered at once: hundreds of such callers would take a canal, or the worker, for a minute. Bodies come within a turn or two; which did not
 * is looked for twice within the time, over two generations, so that a call asks for no time and has no timer.
 */
export class SlowBodies {
  readonly #most: number
  readonly #timer: NodeJS.Timeout
  #fresh = new Set<Reading>()
  #older = new Set<Reading>()
  readonly #slow = new Set<Reading>()

  constructor({ cuerpoLentoMs, cuerposLentos }: Pick<Limits, 'cuerpoLentoMs' | 'cuerposLentos'>) {
    this.#most = cuerposLentos
    this.#timer = setInterval(() => this.age(), cuerpoLentoMs).unref()
  }

  /** Calls whose place others have. */
  get count(): number {
    return this.#slow.size
  }

  begin(reading: Reading): void {
    this.#fresh.add(reading)
  }

  /** It is there, or nobody waits for it. */
  end(reading: Reading): void {
    if (!this.#fresh.delete(reading) && !this.#older.delete(reading)) this.#slow.delete(reading)
  }

  age(): void {
    const slow = this.#older
    this.#older = this.#fresh
    this.#fresh = new Set()
    for (const reading of slow) {
      if (this.#slow.size < this.#most) {
        this.#slow.add(reading)
        reading.yieldPlace()
      } else reading.refuseSlow()
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
