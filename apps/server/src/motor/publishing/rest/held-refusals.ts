import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limits } from '@div/contract'
import type { Problem } from '../../../http/problem.ts'
import { drainBody, sendProblem } from './send.ts'

interface Held {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Refusals that are told a moment later. Callers that are refused at once come back at once, and refusing them again and again
 * takes the time in which others would be answered: half of the throughput at three times the load. Beyond so many nobody is held, but
 * told at the end of the turn: a caller that came back within it would keep the event loop reading, and nobody would be answered.
 */
export class HeldRefusals {
  readonly #problem: Problem
  readonly #delayMs: number
  /** How many are held at the same time. */
  #most: number
  #count = 0
  readonly #batches = new Map<Held[], NodeJS.Timeout>()
  /** Those of this turn of the event loop; null: none yet. */
  #fresh: Held[] | null = null
  #beyond: Held[] | null = null

  constructor(problem: Problem, limits: Pick<Limits, 'rechazoMs' | 'rechazosRetenidos'>) {
    this.#problem = problem
    this.#delayMs = limits.rechazoMs
    this.#most = limits.rechazosRetenidos
  }

  refuse(request: IncomingMessage, response: ServerResponse): void {
    if (this.#count >= this.#most) {
      this.#beyond ??= this.#beginBeyond()
      this.#beyond.push({ request, response })
      return
    }
    // Else thousands of bodies would wait in memory along with them.
    drainBody(request)
    this.#count++
    this.#fresh ??= this.#begin()
    this.#fresh.push({ request, response })
  }

  /** The worker stops: tells those who are held now, and from now on everyone at the end of the turn. */
  release(): void {
    this.#most = 0
    for (const [held, timer] of this.#batches) {
      clearTimeout(timer)
      for (const { response } of held) response.shouldKeepAlive = false
      this.#tell(held)
    }
    this.#batches.clear()
  }

  #begin(): Held[] {
    const held: Held[] = []
    setImmediate(() => {
      this.#fresh = null
    })
    const timer = setTimeout(() => {
      this.#batches.delete(held)
      this.#count -= held.length
      this.#tell(held)
    }, this.#delayMs)
    this.#batches.set(held, timer)
    return held
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
    for (const { request, response } of held) sendProblem(request, response, this.#problem)
  }
}
