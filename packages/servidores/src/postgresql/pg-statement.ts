import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { Binder, Bound } from './pg-bind.ts'
import type { Parser } from './pg-types.ts'

/**
 * The extended query protocol (PostgreSQL's manual, 55.2.3) on pg's own client, which calls these methods while a statement is the active
 * one. Statements are described once and then only bound and executed: no description of the rows travels again.
 */

export interface Campo {
  name: string
  dataTypeID: number
}

/** A statement that the server keeps. */
export interface Prepared {
  readonly name: string
  readonly binders: readonly Binder[]
  readonly row: RowReader
  readonly campos: readonly Campo[]
}

/** Makes rows of the texts of a DataRow message. */
export class RowReader {
  readonly names: readonly string[]
  readonly #parsers: readonly Parser[]
  /** Cloned a row: an object that has all its names at once is made faster than one that grows. */
  readonly #empty: Record<string, unknown>

  constructor(names: readonly string[], parsers: readonly Parser[]) {
    this.names = names
    this.#parsers = parsers
    this.#empty = Object.fromEntries(names.map((name) => [name, null]))
  }

  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty }
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index]
      const parse = this.#parsers[index]
      const name = this.names[index]
      if (text !== null && text !== undefined && parse && name !== undefined) row[name] = parse(text)
    }
    return row
  }
}

/** What pg's connection does; its published types are of older messages. */
interface Wire {
  readonly stream: Duplex
  parse(message: { name: string; text: string }): void
  bind(message: { portal: string; statement: string; values: readonly Bound[] }): void
  describe(message: { type: 'S' | 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  flush(): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
  off(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
}

function wireOf(connection: pg.Connection): Wire {
  return connection as unknown as Wire
}

export interface Described {
  parametros: readonly number[]
  campos: readonly Campo[]
}

/** The messages that pg's client hands to its active query. */
export abstract class Submitted<Output> {
  protected resolve: (output: Output) => void = () => {}
  protected reject: (error: unknown) => void = () => {}
  readonly promise = new Promise<Output>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })

  abstract submit(connection: pg.Connection): void
  abstract handleReadyForQuery(): void
  handleRowDescription(_message: { fields: Campo[] }): void {}
  handleDataRow(_message: { fields: (string | null)[]; length: number }): void {}
  handleCommandComplete(_message: { text: string }): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleError(error: unknown): void {
    this.reject(error)
  }
}

/** Parses a statement under a name and learns the types of its parameters and columns. */
export class Preparation extends Submitted<Described> {
  readonly #name: string
  readonly #text: string
  #wire: Wire | null = null
  #campos: readonly Campo[] = []
  #parametros: readonly number[] = []

  constructor(name: string, text: string) {
    super()
    this.#name = name
    this.#text = text
  }

  // The parser of names that pg keeps is not used: this class knows what is prepared.
  submit(connection: pg.Connection): void {
    const wire = wireOf(connection)
    this.#wire = wire
    wire.once('parameterDescription', this.#onParameters)
    wire.stream.cork()
    wire.parse({ name: this.#name, text: this.#text })
    wire.describe({ type: 'S', name: this.#name })
    wire.sync()
    wire.stream.uncork()
  }

  override handleRowDescription({ fields }: { fields: Campo[] }): void {
    this.#campos = fields
  }

  handleReadyForQuery(): void {
    this.resolve({ parametros: this.#parametros, campos: this.#campos })
  }

  override handleError(error: unknown): void {
    this.#wire?.off('parameterDescription', this.#onParameters)
    this.reject(error)
  }

  readonly #onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => {
    this.#parametros = dataTypeIDs
  }
}

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
  readonly #prepared: Prepared
  readonly #values: readonly Bound[]
  readonly #options: ExecutionOptions
  /** What writes is committed by Sync: when it answers rows, that waits until it is known that they fit. */
  readonly #delaysSync: boolean
  #wire: Wire | null = null
  #filas: Record<string, unknown>[] = []
  #bytes = 0
  #afectadas = 0
  #excede: Executed['excede'] = null
  #failure: unknown = null
  #isSynced = false

  constructor(prepared: Prepared, values: readonly Bound[], options: ExecutionOptions) {
    super()
    this.#prepared = prepared
    this.#values = values
    this.#options = options
    this.#delaysSync = options.writes && prepared.row.names.length > 0
  }

  submit(connection: pg.Connection): void {
    const wire = wireOf(connection)
    this.#wire = wire
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
    if (this.#failure !== null) return this.reject(this.#failure)
    this.resolve({ filas: this.#filas, afectadas: this.#afectadas, excede: this.#excede })
  }

  override handleError(error: unknown): void {
    // After an error the server skips everything up to Sync.
    if (isFromServer(error)) this.#sync()
    if (this.#excede !== null) this.resolve({ filas: [], afectadas: 0, excede: this.#excede })
    else this.reject(error)
  }

  #endDelayed(): void {
    if (!this.#delaysSync) return
    // An error before Sync undoes the statement; asking for a portal that does not exist is one.
    if (this.#excede !== null || this.#failure !== null)
      this.#wire?.describe({ type: 'P', name: 'div_deshacer' })
    this.#sync()
  }

  #sync(): void {
    if (this.#isSynced) return
    this.#isSynced = true
    this.#wire?.sync()
  }
}

/** Errors of the socket have no severity. */
function isFromServer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error
}

/** A portal that stays open between batches (its manual, 55.2.3): rows come as they are asked for. */
export class Cursor extends Submitted<void> {
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
