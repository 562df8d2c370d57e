import type pg from 'pg'
import type { Executed, Execution } from './pg-execution.ts'
import { wireOf } from './pg-wire.ts'

interface Queued {
  /** What comes behind it may be written before it is answered. */
  readonly admitsNext: boolean
  /** Everything ahead is answered. */
  begin(): void
}

/**
 * Statements of one connection, answered in the order in which they came. They are written before those ahead are answered, what comes in
 * one turn all at once (PostgreSQL's manual, 32.5 Pipeline Mode); each ends with a Sync of its own and is a transaction of its own.
 */
export class StatementQueue {
  readonly #client: pg.Client
  /** The one that is being answered comes first. */
  readonly #queued: Queued[] = []
  #isHeld = false

  constructor(client: pg.Client) {
    this.#client = client
  }

  execute(execution: Execution): Promise<Executed> {
    const last = this.#queued.at(-1)
    this.#hold()
    execution.onEnd = this.#next
    this.#queued.push(execution)
    if (last === undefined) execution.begin()
    else if (last.admitsNext) execution.write()
    return execution.promise
  }

  /** What must have the connection to itself: nothing is written meanwhile that is not its own. */
  async exclusively<Output>(work: () => Promise<Output>): Promise<Output> {
    const turn = Promise.withResolvers<void>()
    this.#queued.push({ admitsNext: false, begin: turn.resolve })
    if (this.#queued.length > 1) await turn.promise
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  readonly #next = (): void => {
    this.#queued.shift()
    this.#queued[0]?.begin()
  }

  /** Until the end of the turn nothing is sent, then all of it in one piece. */
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    wireOf(this.#client.connection).stream.cork()
    process.nextTick(this.#send)
  }

  readonly #send = (): void => {
    this.#isHeld = false
    wireOf(this.#client.connection).stream.uncork()
  }
}
