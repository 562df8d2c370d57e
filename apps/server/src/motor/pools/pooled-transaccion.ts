import { ConfirmacionIncierta, EjecucionCancelada, ServidorNoResponde, type Transaccion } from '@div/contract'
import type { Connection } from '@div/servidores'
import type { Pool, Slot } from './pool.ts'
import type { ServidorActivo } from './servidor-activo.ts'
import { within } from './within.ts'

/** A transaction on one leased connection, which is given back however it ends. Its calls run one after another. */
export class PooledTransaccion implements Transaccion {
  readonly servidorId: string
  readonly #servidor: string
  readonly #pool: Pool
  readonly #slot: Slot
  /** Milliseconds that the end is waited for, with the call under way in a roll-back, before the connection is closed instead. */
  readonly #patienceMs: number
  #tail: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor({
    servidor,
    pool,
    slot,
    patienceMs,
  }: { servidor: Pick<ServidorActivo, 'id' | 'nombre'>; pool: Pool; slot: Slot; patienceMs: number }) {
    this.servidorId = servidor.id
    this.#servidor = servidor.nombre
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

  /** Throws ConfirmacionIncierta when the other side does not answer: only it knows then what became of the transaction. */
  async commit(): Promise<void> {
    await this.#tail
    if (this.#isOver) throw new EjecucionCancelada()
    this.#isOver = true
    try {
      await this.#within(this.#slot.connection.commit?.())
    } catch (cause) {
      this.#pool.drop(this.#slot)
      throw cause instanceof ServidorNoResponde
        ? new ConfirmacionIncierta({ servidor: this.#servidor, motivo: 'no contestó' }, { cause })
        : cause
    }
    this.#pool.release(this.#slot)
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    try {
      await this.#within(this.#rollBackAfterCalls())
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
  #within(work: Promise<void> | undefined): Promise<void> {
    const limitMs = this.#patienceMs
    const motivo = `no contestó en ${limitMs} ms`
    const late = () => new ConfirmacionIncierta({ servidor: this.#servidor, motivo })
    return within(Promise.resolve(work), { limitMs, late })
  }
}
