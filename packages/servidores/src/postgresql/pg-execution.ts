import type pg from 'pg'
import type { Bound } from './pg-bind.ts'
import { isFromServer, type Prepared, Submitted, type Wire, wireOf } from './pg-wire.ts'

export interface Executed {
  filas: Record<string, unknown>[]
  /** Rows that were written, read or moved, as the server counts them. */
  afectadas: number
  /** The limit that the answer goes past; it is then not used. */
  excede: 'filas' | 'bytes' | null
}

export interface ExecutionOptions {
  maximo: number
  maxBytes: number
  writes: boolean
  /** The answer is too big: the rest need not come. */
  interrupt(): void
}

const AFFECTED = /\d+$/

/** Executes a prepared statement. An answer that goes past a limit is told, not cut; what it wrote is undone. */
export class Execution extends Submitted<Executed> {
  readonly #client: pg.Client
  readonly #prepared: Prepared
  readonly #values: readonly Bound[]
  readonly #options: ExecutionOptions
  /** What writes is committed by Sync: when it answers rows, that waits until it is known that they fit. */
  readonly #delaysSync: boolean
  readonly #wire: Wire
  #isWritten = false
  /** Its answer is complete. */
  onEnd: () => void = () => {}
  #filas: Record<string, unknown>[] = []
  #bytes = 0
  #afectadas = 0
  #excede: Executed['excede'] = null
  #failure: unknown = null
  #isSynced = false

  constructor(
    client: pg.Client,
    {
      prepared,
      values,
      options,
    }: { prepared: Prepared; values: readonly Bound[]; options: ExecutionOptions },
  ) {
    super()
    this.#client = client
    this.#wire = wireOf(client.connection)
    this.#prepared = prepared
    this.#values = values
    this.#options = options
    this.#delaysSync = options.writes && prepared.row.names.length > 0
  }

  /** Written whole: what follows on the wire is of the next statement. */
  get admitsNext(): boolean {
    return this.#isWritten && this.#isSynced
  }

  begin(): void {
    this.#client.query(this)
  }

  /** Called by the client when what came before is answered. */
  submit(): void {
    if (!this.#isWritten) this.write()
  }

  write(): void {
    const wire = this.#wire
    this.#isWritten = true
    wire.stream.cork()
    wire.bind({ portal: '', statement: this.#prepared.name, values: this.#values })
    // One more: reaching it shows that there are too many.
    wire.execute({ portal: '', rows: this.#options.maximo + 1 })
    if (this.#delaysSync) wire.flush()
    else this.#sync()
    wire.stream.uncork()
  }

  override handleDataRow({ fields, length }: { fields: (string | null)[]; length: number }): void {
    if (this.#failure !== null || this.#excede !== null) return
    this.#bytes += length
    if (this.#bytes > this.#options.maxBytes) {
      this.#excede = 'bytes'
      this.#filas = []
      this.#options.interrupt()
      return
    }
    try {
      this.#filas.push(this.#prepared.row.read(fields))
    } catch (error) {
      // Told when the server is ready again: the connection stays in step.
      this.#failure = error
    }
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.#afectadas = Number(AFFECTED.exec(text)?.[0] ?? 0)
    this.#endDelayed()
  }

  override handleEmptyQuery(): void {
    this.#endDelayed()
  }

  override handlePortalSuspended(): void {
    this.#excede ??= 'filas'
    this.#endDelayed()
  }

  handleReadyForQuery(): void {
    this.onEnd()
    if (this.#failure !== null) return this.reject(this.#failure)
    this.resolve({ filas: this.#filas, afectadas: this.#afectadas, excede: this.#excede })
  }

  override handleError(error: unknown): void {
    // After an error the server skips everything up to Sync.
    if (isFromServer(error)) this.#sync()
    this.onEnd()
    if (this.#excede !== null) this.resolve({ filas: [], afectadas: 0, excede: this.#excede })
    else this.reject(error)
  }

  #endDelayed(): void {
    if (!this.#delaysSync) return
    // An error before Sync undoes the statement; asking for a portal that does not exist is one.
    if (this.#excede !== null || this.#failure !== null)
      this.#wire.describe({ type: 'P', name: 'div_deshacer' })
    this.#sync()
  }

  #sync(): void {
    if (this.#isSynced) return
    this.#isSynced = true
    this.#wire.sync()
  }
}
