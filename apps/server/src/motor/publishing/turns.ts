import { Chain, type Linked } from '@div/contract'
import { ProcessorTime, Stretch } from './processor-time.ts'

/** What a call does once it has been read. */
export interface Work extends Linked<Work> {
  /** The turn of which it takes a place among those that are coming (`Turns.admits`); 0: of none. */
  comingIn: number
  proceed(): void
}

/** How short a turn of a full worker becomes while calls are refused: those that it takes are then answered soon. */
const LEAST_TURN_MS = 4
/** How fast turns become shorter, and longer again. */
const LESS = 0.5
/** So many calls that waited for their turn are more than the worker has use for, if it was at work all the while. */
const CROWD = 16

interface Worker {
  /** For how long one turn begins calls; a full worker that refuses some begins them for less. */
  turnoMs: number
  /** Whether its processor has all that it can do. */
  isFull(): boolean
  /** There are more than it has use for, and nobody has noticed it yet. */
  onCrowd(): void
}

/**
 * The turns of the event loop in which calls begin. Calls that only compute are over before the next one is counted, and a busy worker
 * finds hundreds of them at once: it begins as many as fit into a turn, reads what has come meanwhile, and goes on. A full worker lets
 * no more wait than the next turn takes, so that whoever is admitted is answered two turns later, and it has always something to do.
 */
export class Turns {
  readonly #worker: Worker
  readonly #time = new ProcessorTime()
  /** Of a full worker. */
  #fullMs: number
  /** Calls that began in this turn, and the time that it has for them. */
  #begun = 0
  readonly #beginning = new Stretch(this.#time)
  /** What it had spent at the last look at the worker. */
  #spentAtLook = this.#time.spentMs()
  /** Calls that fit into one. */
  #fitting = 1
  readonly #waiting = new Chain<Work>()
  /** Calls that were admitted for the next turn and have not begun to wait for it: they are being read. */
  #coming = 0
  /** What is coming is counted anew in each: whoever was counted in an earlier one is not among them. */
  #turn = 1
  /** What the processor had spent when the first of those that wait came. */
  #crowdSinceMs = 0
  /** The time in which this turn admits what it begins itself; it runs once the first call has come. */
  readonly #admitting = new Stretch(this.#time)
  #isAdmitting = false

  constructor(worker: Worker) {
    this.#worker = worker
    this.#fullMs = worker.turnoMs
  }

  /** Ten times a second. Answers what the processor has spent since it was asked last. */
  look(): number {
    const spent = this.#time.spentMs() - this.#spentAtLook
    this.#spentAtLook += spent
    return spent
  }

  /** Calls are refused: turns become shorter. */
  shorten(): void {
    this.#fullMs = Math.max(LEAST_TURN_MS, this.#fullMs * LESS)
  }

  /** None is any more. */
  lengthen(): void {
    this.#fullMs = Math.min(this.#worker.turnoMs, this.#fullMs / LESS)
  }

  /** Whether a full worker has use for one call more, which begins once it has been read. */
  admits(call: Work): boolean {
    if (this.#waiting.size === 0 && !this.#hasAdmitted()) return true
    if (this.#waiting.size + this.#coming >= this.#fitting) return false
    this.#coming++
    call.comingIn = this.#turn
    return true
  }

  /** Begins now or, when the calls of this turn have had their time, in the next: what else there is to do is done in between. */
  begin(work: Work): void {
    if (work.comingIn === this.#turn) this.#coming--
    work.comingIn = 0
    if (this.#waiting.size === 0 && !this.#isSpent()) {
      this.#proceed(work)
      return
    }
    if (this.#waiting.size === 0) this.#crowdSinceMs = this.#time.spentMs()
    this.#waiting.add(work)
  }

  /** What was read takes time as well, and a body may come later than the call that it belongs to. */
  #hasAdmitted(): boolean {
    if (!this.#isAdmitting) {
      this.#isAdmitting = true
      this.#admitting.begin({ ms: this.#fullMs })
      setImmediate(this.#forgetAdmitted)
    }
    return this.#admitting.isOver()
  }

  readonly #forgetAdmitted = (): void => {
    this.#isAdmitting = false
    this.#coming = 0
    this.#turn++
  }

  #proceed(work: Work): void {
    const isFirst = this.#begun++ === 0
    if (isFirst) this.#beginTurn()
    work.proceed()
    // After it: what it has answered is sent before the next ones begin.
    if (isFirst) setImmediate(this.#next)
  }

  /** Whoever is found full meanwhile has what this turn began with. */
  #beginTurn(): void {
    const { turnoMs, isFull } = this.#worker
    if (isFull()) this.#beginning.begin({ ms: this.#fullMs })
    // What was spent since the last look is near enough and costs nothing, unless some wait: whether those are a crowd is told by it.
    else this.#beginning.begin({ ms: turnoMs, since: this.#waiting.size > 0 ? undefined : this.#spentAtLook })
  }

  #isSpent(): boolean {
    return this.#begun > 0 && this.#beginning.isOver()
  }

  readonly #next = (): void => {
    const { turnoMs, isFull, onCrowd } = this.#worker
    this.#fitting = this.#isSpent() ? this.#begun : Math.max(this.#fitting, this.#begun)
    this.#begun = 0
    for (let work = this.#waiting.first; work !== null && !this.#isSpent(); work = this.#waiting.first) {
      this.#waiting.delete(work)
      this.#proceed(work)
    }
    if (this.#waiting.size >= CROWD && !isFull() && this.#time.spentMs() - this.#crowdSinceMs > turnoMs)
      onCrowd()
  }
}
