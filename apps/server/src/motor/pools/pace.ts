/**
 * A call that is quicker than expected counts for a quarter, one that is slower for little: how long an answer lay in the worker before it
 * was read counts as its time, and with many callers that is longer than what the other side took.
 */
const QUICKER = 1 / 4
const SLOWER = 1 / 32

/** How long the calls of one operation take at their quickest, those that share a connection by their part of it. */
export class Pace {
  #costMs = 0

  /** Milliseconds; nothing before the first call. */
  get costMs(): number {
    return this.#costMs
  }

  note(ms: number): void {
    this.#costMs += (ms - this.#costMs) * (ms < this.#costMs ? QUICKER : SLOWER)
  }
}
