import { type LlamadaContext, ServidorRechaza } from '@div/contract'
import type { DetalleDeObjeto, FiltroDeObjetos, ObjetoBuscado, ObjetoDeServidor } from '../define-servidor.ts'
import { tableName } from '../sql/build-tabla.ts'
import { bindSentencia, type Sentencia } from '../sql/compile-sql.ts'
import { codeOf, type Fallo } from '../sql/failure.ts'
import type { Zona } from '../sql/local-time.ts'
import type { Escritura, Fila, InsercionMasiva, Parametros } from '../sql/sql-calls.ts'
import { type Cursor, SqlConnection, type SqlConnectionOptions, STREAM_BATCH } from '../sql/sql-connection.ts'
import { describeSqlite, listSqlite } from './sqlite-catalogo.ts'
import { SQLITE_DIALECT } from './sqlite-dialect.ts'
import { classifySqlite } from './sqlite-failure.ts'
import type { SqliteProcess } from './sqlite-process.ts'
import { type Peticion, TOO_MANY_BYTES, TOO_MANY_ROWS } from './sqlite-protocol.ts'
import { convertFilas, toSqlite } from './sqlite-values.ts'

/** One database file in one process. */
export class SqliteConnection extends SqlConnection {
  readonly #process: SqliteProcess
  readonly #zona: Zona

  constructor(options: SqlConnectionOptions & { process: SqliteProcess; zona: Zona }) {
    super(options)
    this.#process = options.process
    this.#zona = options.zona
    this.#process.onGone = () => this.markLost()
  }

  ping(signal: AbortSignal): Promise<string> {
    return this.ask(signal, async () => {
      const [fila] = await this.query('select sqlite_version() as version', [])
      return `SQLite ${String(fila?.version)}`
    })
  }

  write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura> {
    const maximo = this.limits.filas
    return this.run(context, async () => {
      const peticion = {
        op: 'write',
        ...this.#bind(sentencia, parametros),
        maximo,
        soloLectura: false,
      } as const
      const { afectadas, leidas } = await this.#process
        .ask(peticion)
        .catch((cause: unknown) => this.#throwExcess(cause, maximo))
      if (!leidas) return { afectadas }
      convertFilas(leidas.columnas, leidas.filas, { zona: this.#zona, limits: this.limits })
      return { afectadas, filas: leidas.filas }
    })
  }

  insertMany(
    insercion: InsercionMasiva,
    filas: readonly Fila[],
    context: LlamadaContext,
  ): Promise<Escritura> {
    const { columnas } = insercion
    const names = columnas.map(({ columna }) => SQLITE_DIALECT.quote(columna)).join(', ')
    const places = columnas.map(() => '?').join(', ')
    const sql = `insert into ${tableName(SQLITE_DIALECT, insercion)} (${names}) values (${places})`
    const values = filas.map((fila) => columnas.map(({ campo }) => toSqlite(fila[campo], this.#zona)))
    return this.run(context, async () => {
      const afectadas = await this.#process.ask({ op: 'insertMany', sql, filas: values })
      return { afectadas }
    })
  }

  callRutina(): never {
    throw new ServidorRechaza({
      servidor: this.servidor,
      motivo: 'SQLite no tiene procedimientos ni funciones guardadas',
    })
  }

  protected findObjetos(filtro: FiltroDeObjetos): Promise<ObjetoDeServidor[]> {
    return listSqlite(this, filtro)
  }

  protected findObjeto({ nombre }: ObjetoBuscado): Promise<DetalleDeObjeto | undefined> {
    return describeSqlite(this, nombre)
  }

  /** A reading of our own, without conversion. */
  async query(sql: string, values: readonly unknown[]): Promise<Fila[]> {
    return this.#rows({ op: 'read', sql, values, maximo: this.limits.filas }, this.limits.filas)
  }

  protected async readRows(
    sentencia: Sentencia,
    parametros: Parametros,
    maximo: number,
  ): Promise<{ filas: Fila[] }> {
    return { filas: await this.#rows({ op: 'read', ...this.#bind(sentencia, parametros), maximo }, maximo) }
  }

  protected async openCursor(sentencia: Sentencia, parametros: Parametros): Promise<Cursor> {
    const cursor = await this.#process.ask({ op: 'cursor', ...this.#bind(sentencia, parametros) })
    let isOver = false
    return {
      next: async () => {
        if (isOver) return []
        const { columnas, filas, isLast } = await this.#process.ask({
          op: 'fetch',
          cursor,
          cantidad: STREAM_BATCH,
        })
        isOver = isLast
        convertFilas(columnas, filas, { zona: this.#zona, limits: this.limits })
        return filas
      },
      close: async () => {
        if (this.usable) await this.#process.ask({ op: 'closeCursor', cursor })
      },
    }
  }

  /** A reading of it writes nothing: its functions cannot. */
  protected override readOnly<Output>(work: () => Promise<Output>): Promise<Output> {
    return work()
  }

  protected override streamReadOnly(rows: AsyncIterable<readonly Fila[]>): AsyncIterable<readonly Fila[]> {
    return rows
  }

  protected async command(sql: string): Promise<void> {
    await this.#process.ask({ op: 'command', sql })
  }

  /** One writer at a time: taking the lock at once is what saves transactions from failing half-way. */
  protected beginSql(): readonly string[] {
    return ['begin immediate']
  }

  protected async cancel(): Promise<void> {
    this.markLost()
    this.destroy()
  }

  protected async sayGoodbye(): Promise<void> {
    await this.#process.ask({ op: 'close' })
  }

  protected destroy(): void {
    this.#process.kill()
  }

  protected classify(cause: unknown): Fallo | null {
    return classifySqlite(cause)
  }

  /** Some failures end the whole transaction (SQLITE_FULL, SQLITE_IOERR, an interrupted writing). */
  protected override undoes(): boolean {
    return !this.#process.inTransaction
  }

  #bind(sentencia: Sentencia, parametros: Parametros): { sql: string; values: unknown[] } {
    const { texto, values } = bindSentencia(sentencia, parametros, this.limits)
    return { sql: texto, values: values.map((value) => toSqlite(value, this.#zona)) }
  }

  async #rows(peticion: Extract<Peticion, { op: 'read' }>, maximo: number): Promise<Fila[]> {
    const asked = this.#process.ask(peticion)
    const { columnas, filas } = await asked.catch((cause: unknown) => this.#throwExcess(cause, maximo))
    convertFilas(columnas, filas, { zona: this.#zona, limits: this.limits })
    return filas
  }

  #throwExcess(cause: unknown, maximo: number): never {
    const code = codeOf(cause)
    if (code === TOO_MANY_ROWS) throw this.excessOf('filas', maximo, cause)
    throw code === TOO_MANY_BYTES ? this.excessOf('bytes', maximo, cause) : cause
  }
}
