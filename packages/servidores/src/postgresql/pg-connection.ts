import { type Aislamiento, type LlamadaContext, ServidorRechaza } from '@div/contract'
import type { DetalleDeObjeto, FiltroDeObjetos, ObjetoBuscado, ObjetoDeServidor } from '../define-servidor.ts'
import { tableName } from '../sql/build-tabla.ts'
import { bindValues, type Sentencia } from '../sql/compile-sql.ts'
import { codeOf, type Fallo } from '../sql/failure.ts'
import { KnownFirmas } from '../sql/firma.ts'
import type {
  Escritura,
  Fila,
  InsercionMasiva,
  Parametros,
  Rutina,
  SalidaDeRutina,
} from '../sql/sql-calls.ts'
import { type Cursor, SqlConnection, type SqlConnectionOptions, STREAM_BATCH } from '../sql/sql-connection.ts'
import { CopyIn, copyText } from './copy-in.ts'
import { describePg, listPg } from './pg-catalogo.ts'
import type { Executed, ExecutionOptions } from './pg-execution.ts'
import { classifyPg } from './pg-failure.ts'
import { callRoutine, hasCursors } from './pg-rutina.ts'
import type { PgSession } from './pg-session.ts'
import { chooseFirma, type Firma, readFirma, SIGNATURES_SQL } from './pg-signature.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'

/** The table changed under a prepared statement, or somebody dropped it. */
const STALE = /^(?:0A000|26000)$/

const ISOLATION: Readonly<Record<Aislamiento, string>> = {
  lecturaConfirmada: 'read committed',
  lecturaRepetible: 'repeatable read',
  serializable: 'serializable',
}

export interface PgConnectionOptions extends SqlConnectionOptions {
  session: PgSession
  /** Stops what the connection is doing, by another way than the connection itself. */
  requestCancel(): Promise<void>
}

export class PgConnection extends SqlConnection {
  readonly #session: PgSession
  readonly #requestCancel: () => Promise<void>
  readonly #firmas = new KnownFirmas<Firma[]>()

  constructor(options: PgConnectionOptions) {
    super(options)
    this.#session = options.session
    this.#requestCancel = options.requestCancel
    const { client } = options.session
    client.on('error', () => this.markLost())
    client.on('end', () => this.markLost())
  }

  ping(signal: AbortSignal): Promise<string> {
    return this.ask(signal, async () => {
      const [fila] = await this.#session.query('show server_version', [], 1)
      return `PostgreSQL ${String(fila?.server_version)}`
    })
  }

  write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura> {
    const maximo = this.limits.filas
    return this.run(context, async () => {
      const { filas, afectadas, hasRows } = await this.#execute(sentencia, parametros, {
        maximo,
        writes: true,
      })
      return hasRows ? { afectadas, filas } : { afectadas }
    })
  }

  insertMany(
    insercion: InsercionMasiva,
    filas: readonly Fila[],
    context: LlamadaContext,
  ): Promise<Escritura> {
    const { columnas } = insercion
    const table = tableName(POSTGRESQL_DIALECT, insercion)
    const names = columnas.map(({ columna }) => POSTGRESQL_DIALECT.quote(columna)).join(', ')
    const places = columnas.map((_, index) => `$${index + 1}`).join(', ')
    return this.run(context, async () => {
      // Never executed: it tells the types of the columns, by which the values are written.
      const { binders } = await this.#session.prepare(`insert into ${table} (${names}) values (${places})`)
      const copy = new CopyIn(`copy ${table} (${names}) from stdin`, linesOf())
      return { afectadas: await this.#session.client.query(copy).promise }

      function* linesOf(): Iterable<string> {
        for (const fila of filas) {
          const values = columnas.map(({ campo }, index) =>
            copyText(binders[index]?.(fila[campo] ?? null) ?? null),
          )
          yield `${values.join('\t')}\n`
        }
      }
    })
  }

  callRutina(rutina: Rutina, parametros: Parametros, context: LlamadaContext): Promise<SalidaDeRutina> {
    return this.run(context, async () => {
      const firmas = await this.#firmas.find(rutina, () => this.#readFirmas(rutina))
      const firma = chooseFirma(firmas ?? [], parametros, { servidor: this.servidor, rutina })
      const call = () =>
        callRoutine(this.#session, {
          rutina,
          firma,
          parametros,
          read: (execute) => this.#readWithin(execute),
        })
      return hasCursors(firma) ? this.atomically(call) : call()
    })
  }

  protected findObjetos(filtro: FiltroDeObjetos): Promise<ObjetoDeServidor[]> {
    return listPg(this.#session, filtro)
  }

  protected findObjeto(buscado: ObjetoBuscado): Promise<DetalleDeObjeto | undefined> {
    return describePg(this.#session, buscado, this.limits.filas)
  }

  protected async command(sql: string): Promise<void> {
    const { command } = await this.#session.client.query(sql)
    // PostgreSQL answers COMMIT of a failed transaction with success, and rolls it back.
    if (sql === 'commit' && command === 'ROLLBACK') {
      throw new ServidorRechaza({ servidor: this.servidor, motivo: 'la transacción ya falló' })
    }
  }

  protected beginSql(aislamiento: Aislamiento, access: string): readonly string[] {
    // A server that is read-only stays so: `read write` is not said.
    const mode = access === 'read only' ? ' read only' : ''
    return [`begin isolation level ${ISOLATION[aislamiento]}${mode}`]
  }

  protected cancel(): Promise<void> {
    return this.#requestCancel()
  }

  protected sayGoodbye(): Promise<void> {
    return this.#session.client.end()
  }

  protected destroy(): void {
    this.#session.client.connection.stream.destroy()
  }

  protected classify(cause: unknown): Fallo | null {
    return classifyPg(cause)
  }

  protected readRows(
    sentencia: Sentencia,
    parametros: Parametros,
    maximo: number,
  ): Promise<{ filas: Fila[] }> {
    return this.#execute(sentencia, parametros, { maximo, writes: sentencia.efecto === 'escritura' })
  }

  async #execute(
    sentencia: Sentencia,
    parametros: Parametros,
    limited: { maximo: number; writes: boolean },
  ): Promise<Pick<Executed, 'filas' | 'afectadas'> & { hasRows: boolean }> {
    const options = this.#optionsOf(limited)
    const values = bindValues(sentencia, parametros)
    const prepared = this.#session.prepare(sentencia.texto)
    const known = prepared instanceof Promise ? await prepared : prepared
    let executed: Executed
    try {
      executed = await this.#session.execute(known, values, options)
    } catch (cause) {
      if (!STALE.test(codeOf(cause))) throw cause
      this.#session.forget(sentencia.texto)
      if (this.inTransaction) throw cause
      executed = await this.#session.execute(await this.#session.prepare(sentencia.texto), values, options)
    }
    const { filas, afectadas, excede } = executed
    if (excede !== null) throw this.excessOf(excede, options.maximo)
    return { filas, afectadas, hasRows: known.row.names.length > 0 }
  }

  async #readWithin(execute: (options: ExecutionOptions) => Promise<Executed>): Promise<Fila[]> {
    const options = this.#optionsOf({ maximo: this.limits.filas, writes: true })
    const { filas, excede } = await execute(options)
    if (excede !== null) throw this.excessOf(excede, options.maximo)
    return filas
  }

  #optionsOf({ maximo, writes }: { maximo: number; writes: boolean }): ExecutionOptions {
    return { maximo, writes, maxBytes: this.limits.respuestaBytes, interrupt: this.#interrupt }
  }

  readonly #interrupt = (): void => this.interrupt()

  protected async openCursor(sentencia: Sentencia, parametros: Parametros): Promise<Cursor> {
    const prepared = await this.#session.prepare(sentencia.texto)
    const cursor = this.#session.openCursor(prepared, bindValues(sentencia, parametros))
    return {
      next: async () => (cursor.ended ? [] : cursor.fetch(STREAM_BATCH)),
      close: () => cursor.close(),
    }
  }

  /** Other statements run between the batches: the server keeps the cursor. */
  protected override async *streamInTransaction(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    // As it stands: only of its own statement can the database tell what is wrong with it.
    await this.run(context, async () => this.#session.prepare(sentencia.texto))
    const name = `div_${this.#nextCursor++}`
    const session = this.#session
    const batch = this.#optionsOf({ maximo: STREAM_BATCH, writes: false })
    const declare = await this.run(context, async () =>
      session.prepare(`declare ${name} no scroll cursor for ${sentencia.texto}`),
    )
    await this.run(context, () =>
      session.execute(
        declare,
        bindValues(sentencia, parametros),
        this.#optionsOf({ maximo: 0, writes: false }),
      ),
    )
    try {
      for (;;) {
        const { filas } = await this.run(context, () =>
          session.queryOnce(`fetch ${STREAM_BATCH} from ${name}`, batch),
        )
        if (filas.length > 0) yield filas
        if (filas.length < STREAM_BATCH) return
      }
    } finally {
      // Its transaction may have failed, which ended it.
      if (this.usable) await this.closing(() => this.command(`close ${name}`)).catch(() => {})
    }
  }

  #nextCursor = 1

  async #readFirmas({ clase, esquema, nombre }: Rutina): Promise<Firma[] | undefined> {
    const values = [nombre, esquema ?? null, [clase === 'procedimiento' ? 'p' : 'f']]
    const filas = await this.#session.query(SIGNATURES_SQL, values, this.limits.filas)
    return filas.length > 0 ? filas.map(readFirma) : undefined
  }
}
