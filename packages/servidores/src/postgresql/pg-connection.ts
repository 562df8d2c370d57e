import { type Aislamiento, LimiteSuperado, type LlamadaContext, ServidorRechaza } from '@div/contract'
import type { DetalleDeObjeto, ObjetoDeServidor } from '../define-servidor.ts'
import { tableName } from '../sql/build-tabla.ts'
import { bindValues, type Sentencia } from '../sql/compile-sql.ts'
import { codeOf, type Fallo } from '../sql/failure.ts'
import {
  type Escritura,
  type InsercionMasiva,
  type Lectura,
  type Parametros,
  type Rutina,
  type SalidaDeRutina,
  SqlConnection,
  type SqlConnectionOptions,
  STREAM_BATCH,
} from '../sql/sql-connection.ts'
import { CopyIn, copyText } from './copy-in.ts'
import { describePg, listPg } from './pg-catalogo.ts'
import { classifyPg } from './pg-failure.ts'
import { callRoutine, hasCursors } from './pg-rutina.ts'
import type { PgSession } from './pg-session.ts'
import { chooseFirma, type Firma, readFirma, SIGNATURES_SQL } from './pg-signature.ts'
import type { Executed, Prepared } from './pg-statement.ts'
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

  ping(): Promise<string | undefined> {
    return this.guard(async () => {
      const [fila] = await this.#session.query('show server_version', [], 1)
      return `PostgreSQL ${String(fila?.server_version)}`
    })
  }

  async close(): Promise<void> {
    this.markLost()
    await this.#session.client.end()
  }

  read(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    maxFilas: number,
  ): Promise<Lectura> {
    const maximo = Math.min(maxFilas, this.limits.filas)
    return this.run(context, async () => {
      const { filas } = await this.#execute(sentencia, parametros, {
        maximo,
        writes: sentencia.efecto === 'escritura',
      })
      return { filas, total: filas.length }
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

  async *stream(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const inTransaction = this.inTransaction
    const values = bindValues(sentencia, parametros)
    const prepared = await this.run(context, async () => this.#session.prepare(sentencia.texto))
    if (inTransaction) yield* this.#streamDeclared(sentencia, values, context)
    else yield* this.#streamPortal(prepared, values, context)
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
      const call = () => callRoutine(this.#session, { rutina, firma, parametros, maximo: this.limits.filas })
      return hasCursors(firma) ? this.atomically(call) : call()
    })
  }

  listObjetos(filtro: { tipoObjeto?: string; q?: string; limite: number }): Promise<ObjetoDeServidor[]> {
    return this.guard(() => listPg(this.#session, filtro))
  }

  describeObjeto(filtro: { nombre: string; tipoObjeto?: string }): Promise<DetalleDeObjeto | undefined> {
    return this.guard(() => describePg(this.#session, filtro, this.limits.filas))
  }

  override async commit(): Promise<void> {
    // PostgreSQL answers COMMIT of a failed transaction with success and rolls it back.
    if (this.#session.client.getTransactionStatus() === 'E') {
      throw new ServidorRechaza({ servidor: this.servidor, motivo: 'la transacción ya falló' })
    }
    await super.commit()
  }

  protected async command(sql: string): Promise<void> {
    await this.#session.client.query(sql)
  }

  protected beginSql(aislamiento: Aislamiento): readonly string[] {
    return [`begin isolation level ${ISOLATION[aislamiento]}`]
  }

  protected cancel(): Promise<void> {
    return this.#requestCancel()
  }

  protected destroy(): void {
    this.#session.client.connection.stream.destroy()
  }

  protected classify(cause: unknown): Fallo {
    return classifyPg(cause)
  }

  async #execute(
    sentencia: Sentencia,
    parametros: Parametros,
    options: { maximo: number; writes: boolean },
  ): Promise<Executed & { hasRows: boolean }> {
    const values = bindValues(sentencia, parametros)
    const prepared = this.#session.prepare(sentencia.texto)
    const known = prepared instanceof Promise ? await prepared : prepared
    const executed = await this.#session.execute(known, values, options).catch(async (cause: unknown) => {
      if (!STALE.test(codeOf(cause))) throw cause
      this.#session.forget(sentencia.texto)
      if (this.inTransaction) throw cause
      return this.#session.execute(await this.#session.prepare(sentencia.texto), values, options)
    })
    if (executed.excede) throw new LimiteSuperado({ limite: 'filas', maximo: options.maximo })
    return Object.assign(executed, { hasRows: known.row.names.length > 0 })
  }

  /** Outside a transaction nothing else uses the connection: the statement stays open on it. */
  async *#streamPortal(
    prepared: Prepared,
    values: readonly unknown[],
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const cursor = this.#session.openCursor(prepared, values)
    try {
      for (;;) {
        const filas = await this.run(context, () => cursor.fetch(STREAM_BATCH))
        if (filas.length > 0) yield filas
        if (cursor.ended) return
      }
    } finally {
      await cursor.close()
    }
  }

  /** Inside one, other statements run between the batches: the server keeps the cursor. */
  async *#streamDeclared(
    sentencia: Sentencia,
    values: readonly unknown[],
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const name = `div_${this.#nextCursor++}`
    const session = this.#session
    const declare = await this.run(context, async () =>
      session.prepare(`declare ${name} no scroll cursor for ${sentencia.texto}`),
    )
    await this.run(context, () => session.execute(declare, values, { maximo: 0, writes: false }))
    try {
      for (;;) {
        const { filas } = await this.run(context, () =>
          session.queryOnce(`fetch ${STREAM_BATCH} from ${name}`, STREAM_BATCH),
        )
        if (filas.length > 0) yield filas
        if (filas.length < STREAM_BATCH) return
      }
    } finally {
      if (this.usable) await this.#session.client.query(`close ${name}`).catch(() => {})
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
