/** Looks that the rates are smoothed over. */
const SMOOTHED_LOOKS = 20
/** So few calls a look are none. */
const FORGOTTEN = 0.001
const LOOKS_PER_SECOND = 10

/** How fast places become free, and how many ask for one in vain: from this whoever finds none is told when to come back. */
export class Turnover {
  #left = 0
  #refused = 0
  #leftRate = 0
  #refusedRate = 0
  /** Looks in a row that found calls under way of which none had ended. */
  #quietLooks = 0
  #retrySeconds = 1

  /** By then what was refused within a second has had its turn, as fast as calls end now; at least as long as none has ended. */
  get retrySeconds(): number {
    return this.#retrySeconds
  }

  leave(): void {
    this.#left++
  }

  refuse(): void {
    this.#refused++
  }

  /** Ten times a second. */
  look(active: number): void {
    this.#quietLooks = this.#left > 0 || active === 0 ? 0 : this.#quietLooks + 1
    this.#leftRate = smooth(this.#leftRate, this.#left)
    this.#refusedRate = smooth(this.#refusedRate, this.#refused)
    this.#left = this.#refused = 0
    const crowd = this.#leftRate > 0 ? this.#refusedRate / this.#leftRate : 0
    this.#retrySeconds = Math.max(1, Math.ceil(Math.max(crowd, this.#quietLooks / LOOKS_PER_SECOND)))
  }
}

function smooth(rate: number, now: number): number {
  const next = rate + (now - rate) / SMOOTHED_LOOKS
  return next < FORGOTTEN ? 0 : next
}
