import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limits } from '@div/contract'
import { drainBody } from './send.ts'

/** So many are told at the same time: who was refused together would come back together, again and again, and be read before anybody is answered. */
const TOLD_TOGETHER = 8
const MS_PER_SECOND = 1_000

type RefusalLimits = Pick<
  Limits,
  'rechazoMs' | 'rechazosPorSegundo' | 'rechazoMaximoMs' | 'rechazosRetenidos'
>

/** A call that is refused, and how its canal says so. */
interface Held {
  request: IncomingMessage
  response: ServerResponse
  retrySeconds: number
  tell(request: IncomingMessage, response: ServerResponse, retrySeconds: number): void
}

/**
 * Refusals that are told a moment later. Callers that are refused at once come back at once, and refusing them again and again
 * takes the time in which others would be answered: half of the throughput at three times the load. The larger the crowd the longer each is
 * held, so that refusing takes no more of that time however many call. A worker that only waits has it: it
 * holds nobody. Beyond so many nobody is held, but
 * told at the end of the turn: a caller that came back within it would keep the event loop reading, and nobody would be answered.
 */
export class HeldRefusals {
  readonly #limits: RefusalLimits
  /** How many are held at the same time. */
  #most: number
  #count = 0
  readonly #batches = new Map<Set<Held>, NodeJS.Timeout>()
  /** Those of this turn of the event loop; null: none yet. */
  #fresh: Set<Held> | null = null
  #beyond: Held[] | null = null

  constructor(limits: RefusalLimits) {
    this.#limits = limits
    this.#most = limits.rechazosRetenidos
  }

  /** `isPressed`: the worker has no time for callers that come back at once. */
  refuse(held: Held, isPressed: boolean): void {
    if (!isPressed || this.#count >= this.#most) {
      this.#beyond ??= this.#beginBeyond()
      this.#beyond.push(held)
      return
    }
    // Else thousands of bodies would wait in memory along with them.
    drainBody(held.request)
    this.#count++
    this.#fresh ??= this.#begin()
    const batch = this.#fresh
    // Who has hung up holds up nobody.
    held.response.once('close', () => {
      if (batch.delete(held)) this.#count--
    })
    if (batch.add(held).size === TOLD_TOGETHER) this.#fresh = null
  }

  /** The worker stops: tells those who are held now, and from now on everyone at the end of the turn. */
  release(): void {
    this.#most = 0
    for (const [batch, timer] of this.#batches) {
      clearTimeout(timer)
      for (const { response } of batch) response.shouldKeepAlive = false
      this.#end(batch)
    }
  }

  #begin(): Set<Held> {
    const batch = new Set<Held>()
    setImmediate(() => {
      if (this.#fresh === batch) this.#fresh = null
    })
    // From half of it to half more.
    this.#batches.set(
      batch,
      setTimeout(() => this.#end(batch), this.#delayMs() * (0.5 + Math.random())),
    )
    return batch
  }

  /** The time in which those that are held already are told. */
  #delayMs(): number {
    const { rechazoMs, rechazosPorSegundo, rechazoMaximoMs } = this.#limits
    const turnMs = (this.#count / rechazosPorSegundo) * MS_PER_SECOND
    return Math.max(rechazoMs, Math.min(turnMs, rechazoMaximoMs))
  }

  #end(batch: Set<Held>): void {
    const held = [...batch]
    batch.clear()
    this.#batches.delete(batch)
    this.#count -= held.length
    this.#tell(held)
  }

  #beginBeyond(): Held[] {
    const beyond: Held[] = []
    setImmediate(() => {
      this.#beyond = null
      this.#tell(beyond)
    })
    return beyond
  }

  #tell(held: readonly Held[]): void {
    for (const { request, response, retrySeconds, tell } of held) tell(request, response, retrySeconds)
  }
}
