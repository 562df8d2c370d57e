import { performance } from 'node:perf_hooks'
import type { Limits } from '@div/contract'

/** What admission keeps of one canal. */
export interface CanalLoad {
  /** Calls of this canal under way in this worker. */
  active: number
  /** How many may be: what the canal says, less while its calls wait for a servidor. */
  places: number
  /** What the canal says. */
  readonly maxActive: number
  /** The least that a run that ended since the last look had to wait for a connection; Infinity: none ended. */
  leastWaitMs: number
}

type AdmissionLimits = Pick<
  Limits,
  | 'ejecucionesPorWorker'
  | 'ejecucionesPorWorkerLleno'
  | 'ejecucionesPorCanalLento'
  | 'ocupacionWorker'
  | 'colaMs'
>

const LOOK_MS = 100
/** Of the places that are left, how many times as many one canal may hold: alone it gets four fifths, and never all. */
const SHARE = 4
/** How fast places go while there are too many, and come back after. */
const LESS = 0.75
const MORE = 16
/** Looks in a row: one may be the compiling of a change or a collection of garbage. */
const FULL_LOOKS = 2

/**
 * Which calls begin in this worker. What a call costs is three comparisons; everything else is done ten times a second: where the worker's
 * processor is full, or even the luckiest call of a canal waits for a servidor, one call more only makes all of them later.
 */
export class Admission {
  /** Calls under way in this worker. */
  active = 0
  places: number
  readonly #limits: AdmissionLimits
  readonly #canales: () => Iterable<CanalLoad>
  readonly #timer: NodeJS.Timeout
  #last = performance.eventLoopUtilization()
  #fullLooks = 0

  constructor(limits: AdmissionLimits, canales: () => Iterable<CanalLoad>) {
    this.#limits = limits
    this.#canales = canales
    this.places = limits.ejecucionesPorWorker
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  admits(canal: CanalLoad): boolean {
    return (
      this.active < this.places &&
      canal.active < canal.places &&
      canal.active < SHARE * (this.places - this.active)
    )
  }

  enter(canal: CanalLoad): void {
    this.active++
    canal.active++
  }

  leave(canal: CanalLoad): void {
    this.active--
    canal.active--
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#last)
    this.#last = now
    this.adjust(utilization)
  }

  /** `utilization`: the share of the last while in which the worker was busy, 0 to 1. */
  adjust(utilization: number): void {
    const {
      ejecucionesPorWorker,
      ejecucionesPorWorkerLleno,
      ejecucionesPorCanalLento,
      ocupacionWorker,
      colaMs,
    } = this.#limits
    this.#fullLooks = utilization * 100 < ocupacionWorker ? 0 : this.#fullLooks + 1
    this.places =
      this.#fullLooks >= FULL_LOOKS
        ? fewer(this.places, this.active, Math.min(ejecucionesPorWorkerLleno, ejecucionesPorWorker))
        : Math.min(this.places + MORE, ejecucionesPorWorker)
    for (const canal of this.#canales()) {
      const { leastWaitMs, maxActive, places, active } = canal
      canal.leastWaitMs = Number.POSITIVE_INFINITY
      if (leastWaitMs <= colaMs) canal.places = Math.min(places + MORE, maxActive)
      else if (leastWaitMs < Number.POSITIVE_INFINITY)
        canal.places = fewer(places, active, Math.min(ejecucionesPorCanalLento, maxActive))
    }
  }
}

/** From what is under way, not from what might be: else the first cuts would change nothing. */
function fewer(places: number, active: number, least: number): number {
  return Math.max(least, Math.ceil(Math.min(places, active) * LESS))
}
