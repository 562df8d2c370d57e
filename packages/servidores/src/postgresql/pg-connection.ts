import {
  type Aislamiento,
  LimiteSuperado,
  type LlamadaContext,
  RespuestaDemasiadoGrande,
  ServidorRechaza,
} from '@div/contract'
import type { DetalleDeObjeto, ObjetoDeServidor } from '../define-servidor.ts'
import { tableName } from '../sql/build-tabla.ts'
import { bindValues, type Sentencia } from '../sql/compile-sql.ts'
import { codeOf, type Fallo } from '../sql/failure.ts'
import type {
  Escritura,
  InsercionMasiva,
  Lectura,
  OpcionesDeLectura,
  Parametros,
  Rutina,
  SalidaDeRutina,
} from '../sql/sql-calls.ts'
import { SqlConnection, type SqlConnectionOptions, STREAM_BATCH } from '../sql/sql-connection.ts'
import { CopyIn, copyText } from './copy-in.ts'
import { describePg, listPg } from './pg-catalogo.ts'
import type { Executed, ExecutionOptions } from './pg-execution.ts'
import { classifyPg } from './pg-failure.ts'
import { callRoutine, hasCursors } from './pg-rutina.ts'
import type { PgSession } from './pg-session.ts'
import { chooseFirma, type Firma, readFirma, SIGNATURES_SQL } from './pg-signature.ts'
import type { Prepared } from './pg-wire.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'

type Fila = Record<string, unknown>

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
  readonly #firmas = new Map<string, Firma[]>()

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

  read(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    { maxFilas, soloLectura }: OpcionesDeLectura,
  ): Promise<Lectura> {
    const options = {
      maximo: Math.min(maxFilas, this.limits.filas),
      writes: sentencia.efecto === 'escritura',
    }
    const read = async () => {
      const { filas } = await this.#execute(sentencia, parametros, options)
      return { filas, total: filas.length }
    }
    return this.run(context, soloLectura ? () => this.readOnly(read) : read)
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

  stream(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    options?: OpcionesDeLectura,
  ): AsyncIterable<readonly Fila[]> {
    const values = bindValues(sentencia, parametros)
    if (this.inTransaction) return this.#streamDeclared(sentencia, values, context)
    const rows = this.#streamPortal(sentencia, values, context)
    return options?.soloLectura ? this.streamReadOnly(rows, context) : rows
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
      const firmas = await this.#firmasOf(rutina)
      const firma = chooseFirma(firmas, parametros, { servidor: this.servidor, rutina })
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

  listObjetos(
    filtro: { tipoObjeto?: string; q?: string; limite: number },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    return this.ask(signal, () => listPg(this.#session, filtro))
  }

  describeObjeto(
    filtro: { nombre: string; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<DetalleDeObjeto | undefined> {
    return this.ask(signal, () => describePg(this.#session, filtro, this.limits.filas))
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
    if (excede !== null) throw this.#excessOf(excede, options)
    return { filas, afectadas, hasRows: known.row.names.length > 0 }
  }

  async #readWithin(execute: (options: ExecutionOptions) => Promise<Executed>): Promise<Fila[]> {
    const options = this.#optionsOf({ maximo: this.limits.filas, writes: true })
    const { filas, excede } = await execute(options)
    if (excede !== null) throw this.#excessOf(excede, options)
    return filas
  }

  #optionsOf({ maximo, writes }: { maximo: number; writes: boolean }): ExecutionOptions {
    return { maximo, writes, maxBytes: this.limits.respuestaBytes, interrupt: this.#interrupt }
  }

  readonly #interrupt = (): void => this.interrupt()

  #excessOf(excede: 'filas' | 'bytes', { maximo, maxBytes }: ExecutionOptions): Error {
    return excede === 'filas'
      ? new LimiteSuperado({ limite: 'filas', maximo })
      : new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes: maxBytes })
  }

  /** Outside a transaction nothing else uses the connection: the statement stays open on it. */
  async *#streamPortal(
    sentencia: Sentencia,
    values: readonly unknown[],
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const prepared = await this.run(context, async () => this.#session.prepare(sentencia.texto))
    const cursor = this.#session.openCursor(prepared, values)
    this.isStreaming = true
    try {
      for (;;) {
        const filas = await this.run(context, () => cursor.fetch(STREAM_BATCH))
        if (filas.length > 0) yield filas
        if (cursor.ended) return
      }
    } finally {
      await this.closing(async () => {
        await cursor.close()
        this.isStreaming = false
      })
    }
  }

  /** Inside one, other statements run between the batches: the server keeps the cursor. */
  async *#streamDeclared(
    sentencia: Sentencia,
    values: readonly unknown[],
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
      session.execute(declare, values, this.#optionsOf({ maximo: 0, writes: false })),
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

  async #firmasOf(rutina: Rutina): Promise<Firma[]> {
    const key = `${rutina.clase} ${rutina.esquema ?? ''} ${rutina.nombre}`
    const known = this.#firmas.get(key)
    if (known) return known
    const kinds = [rutina.clase === 'procedimiento' ? 'p' : 'f']
    const values = [rutina.nombre, rutina.esquema ?? null, kinds]
    const filas = await this.#session.query(SIGNATURES_SQL, values, this.limits.filas)
    const firmas = filas.map(readFirma)
    // One that does not exist yet may be made while the connection lives.
    if (firmas.length > 0) this.#firmas.set(key, firmas)
    return firmas
  }
}
