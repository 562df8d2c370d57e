import type pg from 'pg'
import type { Bound } from './pg-bind.ts'
import { isFromServer, type Prepared, Submitted, type Wire, wireOf } from './pg-wire.ts'

/** A portal that stays open between batches (its manual, 55.2.3): rows come as they are asked for. */
export class PgCursor extends Submitted<void> {
  readonly #prepared: Prepared
  readonly #values: readonly Bound[]
  readonly #portal: string
  #wire: Wire | null = null
  #filas: Record<string, unknown>[] = []
  #failure: unknown = null
  #ended = false
  #batch: { resolve: (filas: Record<string, unknown>[]) => void; reject: (error: unknown) => void } | null =
    null

  constructor(prepared: Prepared, values: readonly Bound[], portal: string) {
    super()
    this.#prepared = prepared
    this.#values = values
    this.#portal = portal
    // Whoever fetches hears of a failure; opening by itself is not waited for.
    this.promise.catch(() => {})
  }

  get ended(): boolean {
    return this.#ended
  }

  submit(connection: pg.Connection): void {
    const wire = wireOf(connection)
    this.#wire = wire
    wire.bind({ portal: this.#portal, statement: this.#prepared.name, values: this.#values })
    wire.flush()
  }

  /** The next rows; none at the end. */
  fetch(rows: number): Promise<Record<string, unknown>[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure)
      if (this.#ended || !this.#wire) return resolve([])
      this.#batch = { resolve, reject }
      this.#wire.execute({ portal: this.#portal, rows })
      this.#wire.flush()
    })
  }

  /** Ends the statement; resolves when the connection is free again. */
  close(): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      this.#wire?.sync()
    }
    return this.promise
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#filas.push(this.#prepared.row.read(fields))
    } catch (error) {
      this.#failure ??= error
    }
  }

  override handlePortalSuspended(): void {
    this.#answer()
  }

  override handleCommandComplete(): void {
    this.#ended = true
    this.#wire?.sync()
    this.#answer()
  }

  handleReadyForQuery(): void {
    this.#ended = true
    this.#answer()
    this.resolve()
  }

  override handleError(error: unknown): void {
    this.#failure = error
    if (!this.#ended && isFromServer(error)) this.#wire?.sync()
    this.#ended = true
    this.#answer()
    this.resolve()
  }

  #answer(): void {
    const batch = this.#batch
    const filas = this.#filas
    this.#batch = null
    this.#filas = []
    if (this.#failure !== null) batch?.reject(this.#failure)
    else batch?.resolve(filas)
  }
}
