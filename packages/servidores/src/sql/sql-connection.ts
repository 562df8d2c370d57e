import {
  type Aislamiento,
  AppError,
  type Limits,
  type LlamadaContext,
  ServidorNoResponde,
  ServidorRechaza,
} from '@div/contract'
import type { Connection, DetalleDeObjeto, ObjetoDeServidor } from '../define-servidor.ts'
import type { Sentencia } from './compile-sql.ts'
import { errorOfFallo, type Fallo } from './failure.ts'
import { type Watched, watchStatement } from './statement-watch.ts'

type Fila = Record<string, unknown>
export type Parametros = Readonly<Record<string, unknown>>

export interface Lectura {
  filas: Fila[]
  /** How many rows were read. */
  total: number
}

export interface Escritura {
  afectadas: number
  filas?: Fila[]
}

export interface SalidaDeRutina {
  salidas: Fila
  conjuntos: Fila[][]
}

export interface Rutina {
  clase: 'procedimiento' | 'funcion'
  esquema: string | undefined
  nombre: string
}

export interface InsercionMasiva {
  esquema: string | undefined
  tabla: string
  /** The column and the field of each row that fills it. */
  columnas: readonly { columna: string; campo: string }[]
}

/** Rows that one batch of a cursor carries. */
export const STREAM_BATCH = 500

type StatementContext = Pick<LlamadaContext, 'signal' | 'deadline' | 'savepoint'>

export interface SqlConnectionOptions {
  /** Name of the server record, for errors. */
  servidor: string
  limits: Limits
}

/**
 * What the three databases share: cancelling, savepoints, transactions and how failures are told. One statement at a time, which is what
 * the pool manager gives it.
 */
export abstract class SqlConnection implements Connection {
  readonly servidor: string
  readonly limits: Limits
  #usable = true
  /** Set when the database undid the transaction by itself: nothing more may run in it. */
  #undone: AppError | null = null
  #inTransaction = false

  constructor({ servidor, limits }: SqlConnectionOptions) {
    this.servidor = servidor
    this.limits = limits
  }

  get usable(): boolean {
    return this.#usable
  }

  get inTransaction(): boolean {
    return this.#inTransaction
  }

  abstract ping(signal: AbortSignal): Promise<string | undefined>
  abstract close(): Promise<void>
  abstract read(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    maxFilas: number,
  ): Promise<Lectura>
  abstract write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura>
  abstract stream(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]>
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
  abstract listObjetos(filtro: {
    tipoObjeto?: string
    q?: string
    limite: number
  }): Promise<ObjetoDeServidor[]>
  abstract describeObjeto(filtro: {
    nombre: string
    tipoObjeto?: string
  }): Promise<DetalleDeObjeto | undefined>

  /** Runs a statement that has no parameters and answers nothing. */
  protected abstract command(sql: string): Promise<void>
  protected abstract beginSql(aislamiento: Aislamiento): readonly string[]
  /** Tells the database to stop the statement under way; resolves when it was told. */
  protected abstract cancel(): Promise<void>
  /** Closes at once, without a farewell. */
  protected abstract destroy(): void
  protected abstract classify(cause: unknown): Fallo
  /** Whether the database undid the whole transaction with this failure. */
  protected undoes(_fallo: Fallo): boolean {
    return false
  }

  async begin(aislamiento: Aislamiento): Promise<void> {
    await this.guard(async () => {
      for (const sql of this.beginSql(aislamiento)) await this.command(sql)
    })
    this.#inTransaction = true
    this.#undone = null
  }

  async commit(): Promise<void> {
    this.refuseUndone()
    this.#inTransaction = false
    try {
      await this.guard(() => this.command('commit'))
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
      await this.guard(() => this.command('rollback'))
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
    const watched = watchStatement(context, () => this.#startCancel(watched))
    try {
      return await statement()
    } catch (cause) {
      throw this.#errorOf(cause, watched)
    } finally {
      watched.end()
      if (this.#cancelling) await this.#awaitCancel()
    }
  }

  /** All or nothing: in a transaction of its own unless one is open, whose fate it then shares. Part of a statement that `run` watches. */
  protected async atomically<Output>(work: () => Promise<Output>): Promise<Output> {
    if (this.#inTransaction) return work()
    await this.begin('lecturaConfirmada')
    try {
      const output = await work()
      await this.commit()
      return output
    } catch (error) {
      if (this.#cancelling) await this.#awaitCancel()
      // The failure that matters is the first; a connection that cannot roll back is marked by rollback itself.
      if (this.#inTransaction) await this.rollback().catch(() => {})
      throw error
    }
  }

  /** Stops the statement under way by our own will: its answer is too long. */
  protected interrupt(): void {
    this.#cancelling ??= this.cancel().catch(() => this.#abandon())
  }

  /** For databases that cannot leave a reading open while other statements of the transaction run: all at once, within the limit. */
  protected async *streamBuffered(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const { filas } = await this.read(sentencia, parametros, context, Number.MAX_SAFE_INTEGER)
    for (let start = 0; start < filas.length; start += STREAM_BATCH)
      yield filas.slice(start, start + STREAM_BATCH)
  }

  /** Statements of our own, which no call cancels. */
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

  protected refuseUndone(): void {
    if (this.#undone) throw this.#undone
  }

  async #inSavepoint<Output>(work: () => Promise<Output>): Promise<Output> {
    await this.guard(() => this.command('savepoint div_nodo'))
    try {
      const output = await work()
      await this.guard(() => this.command('release savepoint div_nodo'))
      return output
    } catch (error) {
      if (this.#usable && this.#undone === null) {
        // A savepoint that cannot be restored leaves the transaction without use; the first failure is the one to tell.
        await this.guard(() => this.command('rollback to savepoint div_nodo')).catch(() => {
          this.#usable = false
        })
      }
      throw error
    }
  }

  #cancelling: Promise<void> | null = null

  #startCancel(watched: Watched): void {
    this.#cancelling = this.cancel().catch(() => {
      this.#abandon()
    })
    // A database that does not stop is left: its connection is closed and whoever waits hears of it.
    const timer = setTimeout(() => {
      if (!watched.isEnded) this.#abandon()
    }, this.limits.cancelacionMs)
    timer.unref()
    watched.onEnd = () => clearTimeout(timer)
  }

  /** A cancel that is still under way could hit the next statement: a harmless one takes it first. */
  async #awaitCancel(): Promise<void> {
    await this.#cancelling
    this.#cancelling = null
    if (!this.#usable) return
    // It may be the one that is cancelled, and in a failed transaction it is refused: either way the way is clear.
    await this.command('select 1').catch((cause: unknown) => {
      if (this.classify(cause).clase === 'perdida') this.#abandon()
    })
  }

  #abandon(): void {
    this.#usable = false
    this.destroy()
  }

  #errorOf(cause: unknown, watched: Watched | null): unknown {
    if (watched?.isCancelled) return watched.reason
    if (cause instanceof AppError) return cause
    const fallo = this.classify(cause)
    if (fallo.clase === 'perdida') this.#usable = false
    const error = errorOfFallo(this.servidor, fallo, cause)
    if (this.#inTransaction && this.undoes(fallo)) {
      const motivo = 'deshizo la transacción por un fallo anterior'
      this.#undone = new ServidorRechaza({ servidor: this.servidor, motivo }, { cause: error })
    }
    return error
  }

  protected lost(motivo: string): AppError {
    this.#usable = false
    return new ServidorNoResponde({ servidor: this.servidor, motivo })
  }
}
