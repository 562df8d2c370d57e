import {
  type Aislamiento,
  AppError,
  LimiteSuperado,
  type Limits,
  type LlamadaContext,
  monotonicNow,
  RespuestaDemasiadoGrande,
  ServidorRechaza,
} from '@div/contract'
import type {
  Connection,
  DetalleDeObjeto,
  FiltroDeObjetos,
  ObjetoBuscado,
  ObjetoDeServidor,
} from '../define-servidor.ts'
import { Cancellation } from './cancellation.ts'
import type { Sentencia } from './compile-sql.ts'
import { classifyColumna, errorOfFallo, type Fallo } from './failure.ts'
import type {
  AnswerLimit,
  Escritura,
  Fila,
  InsercionMasiva,
  Lectura,
  Medida,
  OpcionesDeLectura,
  Parametros,
  Rutina,
  SalidaDeRutina,
} from './sql-calls.ts'
import { type Watched, watchStatement } from './statement-watch.ts'

/** Of what is no call of a run. */
const UNWATCHED: StatementContext = {
  signal: new AbortController().signal,
  deadline: Number.POSITIVE_INFINITY,
  savepoint: false,
}

/** What every connection says by itself, as the database spells it. */
export interface OwnSql {
  commit: string
  rollback: string
  save: string
  /** Null: a savepoint ends with its transaction. */
  release: string | null
  restore: string
  /** Changes nothing and answers at once. */
  nothing: string
}

const OWN_SQL: OwnSql = {
  commit: 'commit',
  rollback: 'rollback',
  save: 'savepoint div_nodo',
  release: 'release savepoint div_nodo',
  restore: 'rollback to savepoint div_nodo',
  nothing: 'select 1',
}

/** Rows that one batch of a cursor carries. */
export const STREAM_BATCH = 500

/** The rows of one statement, a batch at a time. */
export interface Cursor {
  /** None at the end. */
  next(): Promise<readonly Fila[]>
  /** Resolves when the connection is free. */
  close(): Promise<void>
}

type StatementContext = Pick<LlamadaContext, 'signal' | 'deadline' | 'savepoint'>

export interface SqlConnectionOptions {
  /** Name of the server record, for errors. */
  servidor: string
  limits: Limits
}

/**
 * What the databases share: cancelling, savepoints, transactions and how failures are told. One statement at a time, which is what
 * the pool manager gives it, or several readings where its dialect pipelines.
 */
export abstract class SqlConnection implements Connection {
  readonly servidor: string
  readonly limits: Limits
  #usable = true
  /** Set when the database undid the transaction by itself: nothing more may run in it. */
  #undone: AppError | null = null
  #inTransaction = false
  /** A cursor holds the connection: nothing else may be sent until it is closed. */
  protected isStreaming = false
  readonly #cancellation: Cancellation
  #underWay = 0
  /** Of these, those that nobody waits for any more. */
  #unwanted = 0

  constructor({ servidor, limits }: SqlConnectionOptions) {
    this.servidor = servidor
    this.limits = limits
    this.#cancellation = new Cancellation({
      tell: () => this.cancel(),
      absorb: () => this.#absorb(),
      abandon: () => this.#abandon(),
      limitMs: limits.cancelacionMs,
    })
  }

  get usable(): boolean {
    return this.#usable
  }

  get inTransaction(): boolean {
    return this.#inTransaction
  }

  abstract ping(signal: AbortSignal): Promise<string>
  abstract write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura>
  abstract insertMany(
    insercion: InsercionMasiva,
    filas: readonly Fila[],
    context: LlamadaContext,
  ): Promise<Escritura>
  abstract callRutina(
    rutina: Rutina,
    parametros: Parametros,
    context: LlamadaContext,
  ): Promise<SalidaDeRutina>

  /** From its catalogue, in statements of our own. */
  protected abstract findObjetos(filtro: FiltroDeObjetos): Promise<ObjetoDeServidor[]>
  protected abstract findObjeto(buscado: ObjetoBuscado): Promise<DetalleDeObjeto | undefined>
  /** Part of a statement that `run` watches. Throws LimiteSuperado beyond `maximo` rows. */
  protected abstract readRows(
    sentencia: Sentencia,
    parametros: Parametros,
    maximo: number,
  ): Promise<{ filas: Fila[] }>
  /** Outside a transaction: nothing else uses the connection until it is closed. Part of a statement that `run` watches. */
  protected abstract openCursor(sentencia: Sentencia, parametros: Parametros): Promise<Cursor>
  /** Runs a statement that has no parameters and answers nothing. */
  protected abstract command(sql: string): Promise<void>
  protected abstract beginSql(aislamiento: Aislamiento, access: 'read only' | 'read write'): readonly string[]
  protected get ownSql(): OwnSql {
    return OWN_SQL
  }
  /** Tells the database to stop the statement under way; resolves when it was told. */
  protected abstract cancel(): Promise<void>
  /** Closes at once, without a farewell; who still waits for an answer is told that the connection is lost. */
  protected abstract destroy(): void
  /** Resolves when the other side has closed. */
  protected abstract sayGoodbye(): Promise<void>
  /** Null of what no database did: a bug of ours. */
  protected abstract classify(cause: unknown): Fallo | null
  /** Whether the database undid the whole transaction with this failure. */
  protected undoes(_fallo: Fallo): boolean {
    return false
  }

  read(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    { maxFilas, soloLectura }: OpcionesDeLectura,
  ): Promise<Lectura> {
    const maximo = Math.min(maxFilas, this.limits.filas)
    const read = async () => {
      const { filas } = await this.readRows(sentencia, parametros, maximo)
      return { filas, total: filas.length }
    }
    return this.run(context, soloLectura ? () => this.readOnly(read) : read)
  }

  stream(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    options?: OpcionesDeLectura,
  ): AsyncIterable<readonly Fila[]> {
    if (this.inTransaction) return this.streamInTransaction(sentencia, parametros, context)
    const rows = this.#streamCursor(sentencia, parametros, context)
    return options?.soloLectura ? this.streamReadOnly(rows, context) : rows
  }

  listObjetos(filtro: FiltroDeObjetos, signal: AbortSignal): Promise<ObjetoDeServidor[]> {
    return this.ask(signal, () => this.findObjetos(filtro))
  }

  describeObjeto(buscado: ObjetoBuscado, signal: AbortSignal): Promise<DetalleDeObjeto | undefined> {
    return this.ask(signal, () => this.findObjeto(buscado))
  }

  async close(): Promise<void> {
    this.#usable = false
    await new Promise<void>((resolve) => {
      const leave = () => {
        this.destroy()
        resolve()
      }
      const timer = setTimeout(leave, this.limits.cancelacionMs)
      // One that cannot say goodbye is already gone.
      this.sayGoodbye()
        .catch(() => {})
        .finally(() => {
          clearTimeout(timer)
          resolve()
        })
    })
  }

  begin(aislamiento: Aislamiento): Promise<void> {
    return this.#begin(this.beginSql(aislamiento, 'read write'))
  }

  async #begin(statements: readonly string[]): Promise<void> {
    await this.guard(async () => {
      for (const sql of statements) await this.command(sql)
    })
    this.#inTransaction = true
    this.#undone = null
  }

  async commit(): Promise<void> {
    this.refuseUndone()
    this.#inTransaction = false
    try {
      await this.#ownCommand(this.ownSql.commit)
    } catch (error) {
      // Whether it took effect is unknown; the next user must not find it open.
      this.#usable = false
      throw error
    }
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    this.#undone = null
    try {
      await this.#ownCommand(this.ownSql.rollback)
    } catch (error) {
      this.#usable = false
      throw error
    }
  }

  /** Runs one statement of a call: cancelled with the call, in a savepoint when the transaction must outlive its failure. */
  run<Output>(context: StatementContext, statement: () => Promise<Output>): Promise<Output> {
    if (this.#inTransaction && context.savepoint) {
      return this.#inSavepoint(() => this.#runWatched(context, statement))
    }
    return this.#runWatched(context, statement)
  }

  async #runWatched<Output>(context: StatementContext, statement: () => Promise<Output>): Promise<Output> {
    this.refuseUndone()
    const watched = watchStatement(context, () => {
      this.#unwanted++
      this.#stopUnwanted()
    })
    this.#underWay++
    try {
      return await statement()
    } catch (cause) {
      throw this.#errorOf(cause, watched)
    } finally {
      watched.end()
      this.#underWay--
      if (watched.isCancelled) this.#unwanted--
      if (this.#underWay > 0) this.#stopUnwanted()
      else if (this.#cancellation.isPending && !this.isStreaming) await this.#cancellation.settle()
    }
  }

  /** A cancel hits whatever is being executed, so that one statement among several is only stopped once nobody waits for the others either. */
  #stopUnwanted(): void {
    if (this.#unwanted === 0 || this.#unwanted < this.#underWay) return
    if (this.#cancellation.isPending) this.#cancellation.repeat()
    else this.#cancellation.start()
  }

  /** All or nothing: in a transaction of its own unless one is open, whose fate it then shares. Part of a statement that `run` watches. */
  protected atomically<Output>(work: () => Promise<Output>): Promise<Output> {
    return this.#inTransaction ? work() : this.#inOwn(this.beginSql('lecturaConfirmada', 'read write'), work)
  }

  /** The database itself refuses what writes, also inside functions. In an open transaction only the text of the statement was checked. */
  protected readOnly<Output>(work: () => Promise<Output>): Promise<Output> {
    return this.#inTransaction ? work() : this.#inOwn(this.beginSql('lecturaConfirmada', 'read only'), work)
  }

  /** For databases that cannot refuse it themselves: what it writes is undone. Part of a statement that `run` watches. */
  protected async undone<Output>(work: () => Promise<Output>): Promise<Output> {
    await this.#begin(this.beginSql('lecturaConfirmada', 'read write'))
    try {
      return await work()
    } finally {
      if (this.#cancellation.isPending) await this.#cancellation.settle()
      // A connection that cannot roll back is marked by rollback itself.
      await this.rollback().catch(() => {})
    }
  }

  /** As `readOnly`, of a cursor: in a transaction of its own, which is undone at its end. */
  protected async *streamReadOnly(
    rows: AsyncIterable<readonly Fila[]>,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    await this.run(context, () => this.#begin(this.beginSql('lecturaConfirmada', 'read only')))
    try {
      yield* rows
    } finally {
      // A connection that cannot roll back is marked by rollback itself.
      if (this.usable) await this.rollback().catch(() => {})
    }
  }

  async #inOwn<Output>(statements: readonly string[], work: () => Promise<Output>): Promise<Output> {
    await this.#begin(statements)
    try {
      const output = await work()
      await this.commit()
      return output
    } catch (error) {
      if (this.#cancellation.isPending) await this.#cancellation.settle()
      // The failure that matters is the first; a connection that cannot roll back is marked by rollback itself.
      if (this.#inTransaction) await this.rollback().catch(() => {})
      throw error
    }
  }

  /** Stops the statement under way by our own will: its answer is too long, or no longer wanted. Who shares the connection loses it. */
  protected interrupt(): void {
    if (this.#underWay <= 1) return this.#cancellation.start()
    this.cancel().catch(() => {})
    this.#abandon()
  }

  async *#streamCursor(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const cursor = await this.run(context, () => this.openCursor(sentencia, parametros))
    this.isStreaming = true
    try {
      for (;;) {
        const filas = await this.run(context, () => cursor.next())
        if (filas.length === 0) return
        yield filas
      }
    } finally {
      await this.#endCursor(cursor)
    }
  }

  /** What the reading came to matters more than how its cursor ended: one that cannot be closed leaves the connection without use. */
  async #endCursor(cursor: Cursor): Promise<void> {
    try {
      await this.closing(async () => {
        try {
          await cursor.close()
        } finally {
          this.isStreaming = false
        }
      })
    } catch {
      // Whatever it was, nobody may go on with a statement half open.
      this.#abandon()
    }
  }

  /** Most databases cannot leave a reading open while other statements of the transaction run: all at once, within the limit. */
  protected async *streamInTransaction(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const { filas } = await this.read(sentencia, parametros, context, { maxFilas: Number.MAX_SAFE_INTEGER })
    for (let start = 0; start < filas.length; start += STREAM_BATCH)
      yield filas.slice(start, start + STREAM_BATCH)
  }

  /** Statements of our own that are no call of a run. */
  protected ask<Output>(signal: AbortSignal, statements: () => Promise<Output>): Promise<Output> {
    return this.run({ ...UNWATCHED, signal }, statements)
  }

  /** What is still to be said once a call is over, as that its cursor ends: what does not answer in time is left. */
  protected closing<Output>(statement: () => Promise<Output>): Promise<Output> {
    return this.run({ ...UNWATCHED, deadline: monotonicNow() + this.limits.conexionMs }, statement)
  }

  /** No call cancels it: what does not answer it in time is left. */
  async #ownCommand(sql: string): Promise<void> {
    const timer = setTimeout(() => this.#abandon(), this.limits.conexionMs)
    try {
      await this.guard(() => this.command(sql))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Statements that only whoever asks for them ends. */
  async guard<Output>(statement: () => Promise<Output>): Promise<Output> {
    try {
      return await statement()
    } catch (cause) {
      throw this.#errorOf(cause, null)
    }
  }

  /** Called by the driver when the socket is gone. */
  protected markLost(): void {
    this.#usable = false
  }

  /** Why an answer goes past a limit. */
  protected excessOf(que: 'filas' | 'bytes', maximo: number, cause?: unknown): AppError {
    if (que === 'filas') return new LimiteSuperado({ limite: 'filas', maximo }, { cause })
    const { respuestaBytes: maximoBytes } = this.limits
    return new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes }, { cause })
  }

  /** Why an answer of this size is not read further; null when it may be. */
  protected refusalOf({ filas, bytes }: Medida, maximo: number): AppError | null {
    if (filas > maximo) return this.excessOf('filas', maximo)
    return bytes > this.limits.respuestaBytes ? this.excessOf('bytes', maximo) : null
  }

  protected limitedTo(maximo: number): AnswerLimit {
    return {
      check: (filas, bytes) => this.refusalOf({ filas, bytes }, maximo),
      interrupt: () => this.interrupt(),
    }
  }

  /** For databases where some statements commit the transaction by themselves. */
  protected refuseCommitting({ verbo }: Sentencia, committing: ReadonlySet<string>): void {
    if (!this.#inTransaction || !committing.has(verbo)) return
    const motivo = `${verbo.toUpperCase()} confirma la transacción en curso; ponga este nodo fuera de ella`
    throw new ServidorRechaza({ servidor: this.servidor, motivo })
  }

  protected refuseUndone(): void {
    if (this.#undone) throw this.#undone
  }

  async #inSavepoint<Output>(work: () => Promise<Output>): Promise<Output> {
    const { save, release, restore } = this.ownSql
    await this.#ownCommand(save)
    try {
      const output = await work()
      if (release !== null) await this.#ownCommand(release)
      return output
    } catch (error) {
      if (this.#usable && this.#undone === null) {
        // A savepoint that cannot be restored leaves the transaction without use; the first failure is the one to tell.
        await this.#ownCommand(restore).catch(() => {
          this.#usable = false
        })
      }
      throw error
    }
  }

  async #absorb(): Promise<void> {
    if (!this.#usable) return
    // It may be the one that is cancelled, and in a failed transaction it is refused: either way the way is clear.
    await this.command(this.ownSql.nothing).catch((cause: unknown) => {
      if (this.classify(cause)?.clase !== 'rechazo') this.#abandon()
    })
  }

  #abandon(): void {
    this.#usable = false
    this.destroy()
  }

  #errorOf(cause: unknown, watched: Watched | null): unknown {
    if (watched?.isCancelled) return watched.reason
    if (cause instanceof AppError) return cause
    const fallo = classifyColumna(cause) ?? this.classify(cause)
    if (fallo?.clase !== 'rechazo') this.#usable = false
    if (fallo === null) return cause
    const error = errorOfFallo(this.servidor, fallo, cause)
    if (this.#inTransaction && this.undoes(fallo)) {
      const motivo = 'deshizo la transacción por un fallo anterior'
      this.#undone = new ServidorRechaza({ servidor: this.servidor, motivo }, { cause: error })
    }
    return error
  }
}
