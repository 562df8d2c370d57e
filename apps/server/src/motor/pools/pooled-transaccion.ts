import { EjecucionCancelada, type Transaccion } from '@div/contract'
import type { Connection } from '@div/servidores'
import type { Pool, Slot } from './pool.ts'

/** A transaction on one leased connection, which is given back however it ends. Its calls run one after another. */
export class PooledTransaccion implements Transaccion {
  readonly servidorId: string
  readonly #pool: Pool
  readonly #slot: Slot
  /** Milliseconds that a roll-back waits for the call under way before the connection is closed instead. */
  readonly #patienceMs: number
  #tail: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor({
    servidorId,
    pool,
    slot,
    patienceMs,
  }: { servidorId: string; pool: Pool; slot: Slot; patienceMs: number }) {
    this.servidorId = servidorId
    this.#pool = pool
    this.#slot = slot
    this.#patienceMs = patienceMs
  }

  /** Runs after the calls that came before; not at all once the transaction is over. */
  run<Output>(work: (connection: Connection) => Promise<Output>): Promise<Output> {
    const output = this.#tail.then(() => {
      if (this.#isOver) throw new EjecucionCancelada()
      return work(this.#slot.connection)
    })
    // The caller of each call hears of its failure; the next call only waits for the end.
    this.#tail = output.catch(() => {})
    return output
  }

  async commit(): Promise<void> {
    await this.#tail
    if (this.#isOver) throw new EjecucionCancelada()
    this.#isOver = true
    try {
      await this.#slot.connection.commit?.()
    } catch (error) {
      this.#pool.drop(this.#slot)
      throw error
    }
    this.#pool.release(this.#slot)
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    try {
      await within(this.#patienceMs, this.#rollBackAfterCalls())
      this.#pool.release(this.#slot)
    } catch {
      // Whatever it was, closing the connection makes the other side roll back.
      this.#pool.drop(this.#slot)
    }
  }

  async #rollBackAfterCalls(): Promise<void> {
    await this.#tail
    await this.#slot.connection.rollback?.()
  }
}

function within(limitMs: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the call under way did not end')), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
