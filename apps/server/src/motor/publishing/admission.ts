import { performance } from 'node:perf_hooks'
import type { Limits } from '@div/contract'
import { Turnover } from './turnover.ts'

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
/** How short a turn of a full worker becomes while calls are refused: those that it takes are then answered soon. */
const LEAST_TURN_MS = 4
/** While calls are refused the others may wait for as long as they work, and for this long however little that is. */
const LEAST_PATIENCE_MS = 5
/** Looks in a row: one may be the compiling of a change or a collection of garbage. */
const FULL_LOOKS = 2
/** A worker that refuses is less busy for it, in waves as long as refusals are held: it is full until it has this percent less to do. */
const EASED = 25
/** Looks that its load is smoothed over, and without a refusal after which turns become longer again: twice what a refusal is held for. */
const CALM_LOOKS = 8
/** So many calls that waited for their turn are more than the worker has use for, if it was at work all the while. */
const CROWD = 16

/** What a call does once it has been read. */
export interface Work {
  proceed(): void
}

/**
 * Which calls begin in this worker. What a call costs is three comparisons, and a look at the clock
 * while the processor is full; everything else is done ten times a second: where the worker's
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
  /** The share of its time in which the worker is busy, smoothed, at the last look, and looks since it last refused a call. */
  #busy = 0
  #busyAtLook = 0
  #calmLooks = CALM_LOOKS
  /** When this turn of the event loop begins no more calls, by the clock and by what the processor spent; Infinity: none has begun one. */
  #admitsUntil = Number.POSITIVE_INFINITY
  #turnEnds = 0
  #turnMs: number
  /** Calls that began in this turn, when the first of them did, and what the processor had spent then. */
  #begun = 0
  #turnBegan = 0
  #spentBefore = 0
  /** Since the last look. */
  #hasRefused = false
  readonly #turnover = new Turnover()
  /** What waits for the next turns, in order; what stands before `#next` has begun. */
  #later: (Work | undefined)[] = []
  #next = 0
  /** What the processor had spent when the first of them came. */
  #crowdSinceMs = 0

  constructor(limits: AdmissionLimits, canales: () => Iterable<CanalLoad>) {
    this.#limits = limits
    this.#canales = canales
    this.places = limits.ejecucionesPorWorker
    this.#turnMs = limits.turnoMs
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  admits(canal: CanalLoad): boolean {
    if (canal.active >= canal.places) {
      // Of the worker it says nothing: what one canal may not do others may.
      canal.hasRefused = true
      canal.turnover.refuse()
      return false
    }
    const fits =
      this.active < this.places &&
      canal.active < SHARE * (this.places - this.active) &&
      // The first calls of a canal find their place whatever the others have taken of the turn.
      (!this.#isTurnOver() || canal.active < ALWAYS)
    if (!fits) {
      this.#hasRefused = canal.hasRefused = true
      this.#turnover.refuse()
    }
    return fits
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

  /**
   * A full worker finds hundreds of calls at every turn, and those that only compute are over before the next is counted: beyond this time
   * the others of the turn would wait for all of them, and whoever comes after for all of that.
   */
  #isTurnOver(): boolean {
    if (!this.#isFull) return false
    // What waits already is more than the next turn takes.
    if (this.#later.length > 0) return true
    const now = performance.now()
    if (this.#admitsUntil === Number.POSITIVE_INFINITY) {
      this.#admitsUntil = now + this.#turnMs
      this.#turnEnds = spentMs() + this.#turnMs
      setImmediate(this.#forgetTurn)
    }
    // What the processor spent is asked for only where there was time to spend it.
    return now >= this.#admitsUntil && spentMs() >= this.#turnEnds
  }

  readonly #forgetTurn = (): void => {
    this.#admitsUntil = Number.POSITIVE_INFINITY
  }

  get #isFull(): boolean {
    return this.#fullLooks >= FULL_LOOKS
  }

  /**
   * A crowd that came to a worker with nothing to do is taken whole, in several turns. The next one waits for all of it: at three times the
   * rate there would be ever more of them, until two looks have found the processor busy.
   */
  readonly #endTurn = (): void => {
    this.#begun = 0
    while (this.#next < this.#later.length && !this.#isTurnSpent()) {
      const work = this.#later[this.#next]
      // It has its body with it, and the crowd may be long.
      this.#later[this.#next++] = undefined
      this.#count()
      work?.proceed()
    }
    const isLong = this.#later.length >= CROWD && spentMs() - this.#crowdSinceMs > this.#limits.turnoMs
    if (isLong) this.#fullLooks = Math.max(this.#fullLooks, FULL_LOOKS)
    if (this.#next < this.#later.length) return
    this.#later = []
    this.#next = 0
  }

  enter(canal: CanalLoad): void {
    this.active++
    canal.active++
  }

  /** Begins now or, when the calls of this turn have had their time, in one of the next: what else there is to do is done in between. */
  begin(work: Work): void {
    if (this.#later.length === 0 && !this.#isTurnSpent()) {
      this.#count()
      work.proceed()
    } else if (this.#later.push(work) === 1) this.#crowdSinceMs = spentMs()
  }

  #count(): void {
    this.#begun++
    if (this.#begun === 1) {
      this.#turnBegan = performance.now()
      // Only a full worker refuses for it, and its turns are long.
      if (this.#isFull) this.#spentBefore = spentMs()
      setImmediate(this.#endTurn)
    }
  }

  #isTurnSpent(): boolean {
    const { turnoMs } = this.#limits
    // What the processor spent is asked for only where there was time to spend it.
    return (
      this.#begun > 0 &&
      performance.now() - this.#turnBegan > turnoMs &&
      (!this.#isFull || spentMs() - this.#spentBefore > turnoMs)
    )
  }

  leave(canal: CanalLoad): void {
    this.active--
    canal.active--
    this.#turnover.leave()
    canal.turnover.leave()
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
    const { ejecucionesPorWorker, ejecucionesPorWorkerLleno, turnoMs } = this.#limits
    this.#calmLooks = this.#hasRefused ? 0 : this.#calmLooks + 1
    this.#busyAtLook = utilization
    this.#busy += (utilization - this.#busy) / CALM_LOOKS
    this.#fullLooks = this.#staysFull(utilization) ? this.#fullLooks + 1 : 0
    this.places = this.#isFull
      ? fewer(this.places, this.active, Math.min(ejecucionesPorWorkerLleno, ejecucionesPorWorker))
      : Math.min(this.places + MORE, ejecucionesPorWorker)
    if (this.#isFull && this.#hasRefused) this.#turnMs = Math.max(LEAST_TURN_MS, this.#turnMs * LESS)
    else if (this.#calmLooks >= CALM_LOOKS) this.#turnMs = Math.min(turnoMs, this.#turnMs / LESS)
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

/** Of the processor, by this thread: while others have it no call of ours is the reason that one waits. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** From what is under way, not from what might be: else the first cuts would change nothing. */
function fewer(places: number, active: number, least: number): number {
  return Math.max(least, Math.ceil(Math.min(places, active) * LESS))
}
