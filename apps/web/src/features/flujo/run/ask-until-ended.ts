import type { EstadoEjecucion } from '@div/contract'

/** How long after an answer it is asked again. */
const ASK_MS = 1_000
/** Of what sleeps, which may be for days: as long at most. */
const ASLEEP_MS = 15_000
/** What has ended is in the history a moment later; what is in none of both for so many questions is gone. */
const TRIES = 6

export interface AskPorts<Run extends { estado: EstadoEjecucion }> {
  /** Null: nobody knows it. What rejects is asked again. */
  read: () => Promise<Run | null>
  /** Answers what calls it off. */
  later: (work: () => void, ms: number) => () => void
  onAnswer: (run: Run) => void
  onGone: () => void
}

export const hasEnded = ({ estado }: { estado: EstadoEjecucion }) =>
  estado === 'ok' || estado === 'error' || estado === 'cancelada'

/** Asks how a run stands until it has ended: one question at a time, of what sleeps ever less often. */
export class AskUntilEnded<Run extends { estado: EstadoEjecucion }> {
  readonly #ports: AskPorts<Run>
  #callOff: () => void = () => undefined
  #waitMs = ASK_MS
  #unknown = 0
  #isAsking = false
  #isOver = false

  constructor(ports: AskPorts<Run>) {
    this.#ports = ports
    this.#schedule()
  }

  /** Something has become of it: it is asked at once, and soon again. */
  hurry(): void {
    this.#waitMs = ASK_MS
    void this.#ask()
  }

  end(): void {
    this.#isOver = true
    this.#callOff()
  }

  #schedule(): void {
    this.#callOff()
    if (!this.#isOver) this.#callOff = this.#ports.later(() => void this.#ask(), this.#waitMs)
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isOver) return
    this.#isAsking = true
    const asked = this.#waitMs
    try {
      const run = await this.#ports.read()
      if (!this.#isOver) this.#take(run, asked)
    } catch {
      // Nobody answered: it is asked again.
    } finally {
      this.#isAsking = false
      this.#schedule()
    }
  }

  #take(run: Run | null, askedMs: number): void {
    this.#unknown = run === null ? this.#unknown + 1 : 0
    if (run === null) {
      if (this.#unknown < TRIES) return
      this.#isOver = true
      return this.#ports.onGone()
    }
    this.#isOver = hasEnded(run)
    if (run.estado !== 'esperando') this.#waitMs = ASK_MS
    // Nobody was in a hurry meanwhile.
    else if (askedMs === this.#waitMs) this.#waitMs = Math.min(2 * askedMs, ASLEEP_MS)
    this.#ports.onAnswer(run)
  }
}
