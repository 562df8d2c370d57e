import { performance } from 'node:perf_hooks'

/**
 * Of the processor, by this thread: while others have it no call of ours is the reason that one waits. Linux tells of a thread what
 * it had spent at the last tick, up to 4 ms ago; being asked for the whole process it looks at the clock.
 */
export function spentMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of the wall clock, and those that this thread had of the processor: asking for these takes 5 µs, and 20 where thousands of callers keep the caches cold. */
export interface Clock {
  now(): number
  spentMs(): number
}

/** So much of a stretch what has passed may be off from what was spent, rather than asking when it begins. */
const NEAR = 0.25
/** What is left is not asked for more often. */
const LEAST_MS = 0.25

/** The clock, and what it told last. */
export class ProcessorTime {
  readonly #clock: Clock
  #toldMs = 0
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock = { now: () => performance.now(), spentMs }) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  spentMs(): number {
    this.#toldMs = this.#clock.spentMs()
    this.#toldAt = this.#clock.now()
    return this.#toldMs
  }

  /** At most so far from it: whoever was at work since has spent what has passed. */
  nearlySpentMs(withinMs: number): number {
    const passedMs = this.#clock.now() - this.#toldAt
    return passedMs < withinMs ? this.#toldMs + passedMs : this.spentMs()
  }
}

/** So much of the processor's time. What was spent is asked for only where the wall clock leaves it open: nobody spends more of it than passes. */
export class Stretch {
  readonly #time: ProcessorTime
  #endsAtSpentMs = 0
  /** By the wall clock: it is not over before, whatever was spent. */
  #notBefore = 0
  #isOver = true

  constructor(time: ProcessorTime) {
    this.#time = time
  }

  /** `since`: what had been spent when it began; by default now. */
  begin({ ms, since }: { ms: number; since?: number | undefined }): void {
    this.#endsAtSpentMs = (since ?? this.#time.nearlySpentMs(ms * NEAR)) + ms
    this.#notBefore = this.#time.now() + ms
    this.#isOver = false
  }

  isOver(): boolean {
    if (this.#isOver) return true
    const now = this.#time.now()
    if (now < this.#notBefore) return false
    const leftMs = this.#endsAtSpentMs - this.#time.spentMs()
    this.#isOver = leftMs <= 0
    this.#notBefore = now + Math.max(leftMs, LEAST_MS)
    return this.#isOver
  }
}
