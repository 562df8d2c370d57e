import { performance } from 'node:perf_hooks'
import type { Limits } from '@div/contract'
import { Turnover } from './turnover.ts'
import { Turns, type Work } from './turns.ts'

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
  /** For how long that run worked when it had it. */
  workMs: number
  /** Runs that ended since the last look, and what they waited for connections, all together; each for `colaMs` at most. */
  ended: number
  waitedMs: number
  /** For how long its calls may wait for a connection. */
  patienceMs: number
  /** Since the last look. */
  hasRefused: boolean
  readonly turnover: Turnover
}

type AdmissionLimits = Pick<
  Limits,
  | 'ejecucionesPorWorker'
  | 'ejecucionesPorWorkerLleno'
  | 'ejecucionesPorCanalLento'
  | 'ocupacionWorker'
  | 'colaMs'
  | 'turnoMs'
  | 'reintentoSegundos'
>

const LOOK_MS = 100
/** Of the places that are left, how many times as many one canal may hold: alone it gets four fifths, and never all. */
const SHARE = 4
/** How fast places go while there are too many, and come back after. */
const LESS = 0.75
const MORE = 16
/** Of a canal, whose calls wait the longer the more of them there are: it feels its way. */
const MORE_OF_CANAL = 4
/** So few calls of a canal are no crowd, however long each of them computes. */
const ALWAYS = 4
/** While calls are refused the others may wait for as long as they work, and for this long however little that is. */
const LEAST_PATIENCE_MS = 5
/** Looks in a row: one may be the compiling of a change or a collection of garbage. */
const FULL_LOOKS = 2
/**
 * Of the processor, that a new worker spends on compiling what its first calls use and collecting what starting left (`SETTLED_MS`): that it is busy
 * then says nothing of calls.
 */
const NEW_MS = 1_000
/** A worker that refuses is less busy for it, in waves as long as refusals are held: it is full until it has this percent less to do. */
const EASED = 25
/** Looks that its load is smoothed over, and without a refusal after which turns become longer again: twice what a refusal is held for. */
const CALM_LOOKS = 8

/**
 * Which calls begin in this worker: where its processor is full, or even the luckiest call of a canal waits for a servidor, one call more
 * only makes all of them later.
 */
export class Admission {
  /** Calls under way in this worker. */
  active = 0
  places: number
  readonly #limits: AdmissionLimits
  readonly #canales: () => Iterable<CanalLoad>
  #timer: NodeJS.Timeout | null = null
  #last = performance.eventLoopUtilization()
  #newMs = NEW_MS
  #fullLooks = 0
  /** The share of its time in which the worker is busy, smoothed, at the last look, and looks since it last refused a call. */
  #busy = 0
  #busyAtLook = 0
  #calmLooks = CALM_LOOKS
  readonly #turns: Turns
  /** Since the last look. */
  #hasRefused = false
  readonly #turnover = new Turnover()

  constructor(limits: AdmissionLimits, canales: () => Iterable<CanalLoad>) {
    this.#limits = limits
    this.#canales = canales
    this.places = limits.ejecucionesPorWorker
    this.#turns = new Turns({
      turnoMs: limits.turnoMs,
      isFull: () => this.#isFull,
      // The next one waits for all of it: at three times the rate there would be ever more of them, until two looks have found the processor busy.
      onCrowd: () => {
        this.#fullLooks = Math.max(this.#fullLooks, FULL_LOOKS)
      },
    })
  }

  /** From now on there are calls: what starting took of the processor is over. */
  open(): void {
    this.#last = performance.eventLoopUtilization()
    this.#turns.look()
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  admits(canal: CanalLoad, call: Work): boolean {
    if (canal.active >= canal.places) {
      // Of the worker it says nothing: what one canal may not do others may.
      canal.hasRefused = true
      canal.turnover.refuse()
      return false
    }
    const fits = this.#hasUseFor(canal, call) || this.#isFirst(canal)
    if (!fits) {
      this.#hasRefused = canal.hasRefused = true
      this.#turnover.refuse()
    }
    return fits
  }

  #hasUseFor(canal: CanalLoad, call: Work): boolean {
    return (
      this.active < this.places &&
      canal.active < SHARE * (this.places - this.active) &&
      (!this.#isFull || this.#turns.admits(call))
    )
  }

  /** The first calls of a canal find their place whatever the others have taken of the turn, and of the places while calls that only wait hold them. */
  #isFirst(canal: CanalLoad): boolean {
    return canal.active < ALWAYS && this.active < this.#limits.ejecucionesPorWorker
  }

  /** For whoever was just refused: when to come back. */
  retrySeconds(canal: CanalLoad): number {
    const { turnover } = canal.active >= canal.places ? canal : { turnover: this.#turnover }
    return Math.min(turnover.retrySeconds, this.#limits.reintentoSegundos)
  }

  /** Whether callers that come back at once would take time in which others are answered. A worker that only waits has it. */
  get isPressed(): boolean {
    return Math.max(this.#busy, this.#busyAtLook) * 100 >= this.#limits.ocupacionWorker - EASED
  }

  get #isFull(): boolean {
    return this.#fullLooks >= FULL_LOOKS
  }

  enter(canal: CanalLoad): void {
    this.active++
    canal.active++
  }

  begin(work: Work): void {
    this.#turns.begin(work)
  }

  leave(canal: CanalLoad): void {
    this.active--
    canal.active--
    this.#turnover.leave()
    canal.turnover.leave()
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#last)
    this.#last = now
    this.adjust(utilization, this.#turns.look())
  }

  /**
   * `utilization`: the share of the last while in which the worker was busy, 0 to 1. `spentMs`: what it had of the processor then, which others may
   * have had for the most part.
   */
  adjust(utilization: number, spentMs = utilization * LOOK_MS): void {
    const { ejecucionesPorWorker, ejecucionesPorWorkerLleno } = this.#limits
    this.#calmLooks = this.#hasRefused ? 0 : this.#calmLooks + 1
    this.#busyAtLook = utilization
    this.#busy += (utilization - this.#busy) / CALM_LOOKS
    // What a crowd has shown stands, in a new worker too.
    const counts = this.#newMs <= 0 || this.#isFull
    this.#fullLooks = counts && this.#staysFull(utilization) ? this.#fullLooks + 1 : 0
    this.#newMs -= spentMs
    this.places = this.#isFull
      ? fewer(this.places, this.active, Math.min(ejecucionesPorWorkerLleno, ejecucionesPorWorker))
      : Math.min(this.places + MORE, ejecucionesPorWorker)
    if (this.#isFull && this.#hasRefused) this.#turns.shorten()
    else if (this.#calmLooks >= CALM_LOOKS) this.#turns.lengthen()
    this.#hasRefused = false
    this.#turnover.look(this.active)
    for (const canal of this.#canales()) this.#adjustCanal(canal)
  }

  #staysFull(utilization: number): boolean {
    const { ocupacionWorker } = this.#limits
    const eases = this.#isFull && this.#calmLooks < CALM_LOOKS
    return utilization * 100 >= ocupacionWorker || (eases && this.#busy * 100 >= ocupacionWorker - EASED)
  }

  #adjustCanal(canal: CanalLoad): void {
    const { ejecucionesPorCanalLento, colaMs } = this.#limits
    const { workMs, patienceMs, hasRefused, maxActive, places, active, ended, waitedMs } = canal
    // Of many light calls one finds a connection at once, and most wait for those before them. A few that wait for what does not answer say little.
    const waitMs = Math.max(canal.leastWaitMs, ended > 0 ? waitedMs / ended : 0)
    canal.leastWaitMs = Number.POSITIVE_INFINITY
    canal.ended = canal.waitedMs = 0
    canal.hasRefused = false
    canal.turnover.look(active)
    canal.patienceMs = hasRefused
      ? Math.min(Math.max(patienceMs / 2, workMs, LEAST_PATIENCE_MS), colaMs)
      : Math.min(patienceMs * 2, colaMs)
    if (waitMs <= canal.patienceMs) canal.places = Math.min(places + MORE_OF_CANAL, maxActive)
    else if (waitMs < Number.POSITIVE_INFINITY)
      canal.places = fewer(places, active, Math.min(ejecucionesPorCanalLento, maxActive))
  }
}

/** From what is under way, not from what might be: else the first cuts would change nothing. */
function fewer(places: number, active: number, least: number): number {
  return Math.max(least, Math.ceil(Math.min(places, active) * LESS))
}
