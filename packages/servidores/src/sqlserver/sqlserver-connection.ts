import {
  type Aislamiento,
  LimiteSuperado,
  type LlamadaContext,
  RespuestaDemasiadoGrande,
} from '@div/contract'
import type { DetalleDeObjeto, ObjetoDeServidor } from '../define-servidor.ts'
import { bindValues, expandLists, type Sentencia } from '../sql/compile-sql.ts'
import type { Fallo } from '../sql/failure.ts'
import { checkFirma } from '../sql/firma.ts'
import type {
  Escritura,
  Fila,
  InsercionMasiva,
  Lectura,
  OpcionesDeLectura,
  Parametros,
  Rutina,
  SalidaDeRutina,
} from '../sql/sql-calls.ts'
import { type OwnSql, SqlConnection, type SqlConnectionOptions, STREAM_BATCH } from '../sql/sql-connection.ts'
import { splitBatches } from './sqlserver-bulk.ts'
import { describeSqlserver, listSqlserver } from './sqlserver-catalogo.ts'
import { SQLSERVER_DIALECT } from './sqlserver-dialect.ts'
import { classifySqlserver, UNDOES } from './sqlserver-failure.ts'
import {
  callFunction,
  callProcedure,
  type FirmaSqlserver,
  readFirma,
  SIGNATURE_SQL,
} from './sqlserver-rutina.ts'
import type { Ejecucion, Ejecutada, Peticion, SqlserverSession } from './sqlserver-session.ts'
import { toSqlserver } from './sqlserver-values.ts'

const ISOLATION: Readonly<Record<Aislamiento, string>> = {
  lecturaConfirmada: 'read committed',
  lecturaRepetible: 'repeatable read',
  serializable: 'serializable',
}

export class SqlserverConnection extends SqlConnection {
  readonly #session: SqlserverSession
  readonly #firmas = new Map<string, FirmaSqlserver>()

  constructor(options: SqlConnectionOptions & { session: SqlserverSession }) {
    super(options)
    this.#session = options.session
    // Without a listener a failure of an idle connection would end the process.
    this.#session.driver.on('error', () => this.markLost())
    this.#session.driver.on('end', () => this.markLost())
  }

  ping(signal: AbortSignal): Promise<string> {
    return this.ask(signal, async () => {
      const [fila] = await this.query(
        "select cast(serverproperty('ProductVersion') as nvarchar(128)) as version",
      )
      return `SQL Server ${String(fila?.version)}`
    })
  }

  read(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    { maxFilas, soloLectura }: OpcionesDeLectura,
  ): Promise<Lectura> {
    const maximo = Math.min(maxFilas, this.limits.filas)
    const read = async () => {
      const { conjuntos } = await this.#execute(sentencia, parametros, maximo)
      const filas = conjuntos[0]?.filas ?? []
      return { filas, total: filas.length }
    }
    return this.run(context, soloLectura ? () => this.readOnly(read) : read)
  }

  write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura> {
    const write = async (): Promise<Escritura> => {
      const { cuentas, conjuntos } = await this.#execute(sentencia, parametros, this.limits.filas)
      const filas = conjuntos[0]?.filas
      // Triggers count too, before the statement itself.
      return filas ? { afectadas: filas.length, filas } : { afectadas: cuentas.at(-1) ?? 0 }
    }
    // With too many rows to answer nothing must stay written.
    return this.run(context, () => (sentencia.devuelve ? this.atomically(write) : write()))
  }

  stream(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
    options?: OpcionesDeLectura,
  ): AsyncIterable<readonly Fila[]> {
    if (this.inTransaction) return this.streamBuffered(sentencia, parametros, context)
    const rows = this.#streamRows(sentencia, parametros, context)
    return options?.soloLectura ? this.streamReadOnly(rows, context) : rows
  }

  insertMany(
    insercion: InsercionMasiva,
    filas: readonly Fila[],
    context: LlamadaContext,
  ): Promise<Escritura> {
    const { zona } = this.#session
    return this.run(context, () =>
      this.atomically(async () => {
        let afectadas = 0
        for (const peticion of splitBatches(insercion, filas, (value) => toSqlserver(value, zona))) {
          await this.#session.execute(peticion, this.#limitedTo(0))
          afectadas += peticion.filas
        }
        return { afectadas }
      }),
    )
  }

  callRutina(rutina: Rutina, parametros: Parametros, context: LlamadaContext): Promise<SalidaDeRutina> {
    return this.run(context, async () => {
      const found = await this.#firmaOf(rutina)
      const firma = checkFirma(found, parametros, { servidor: this.servidor, rutina })
      const call = { rutina, firma, parametros, ejecucion: this.#limitedTo(this.limits.filas) }
      return rutina.clase === 'funcion'
        ? callFunction(this.#session, call)
        : callProcedure(this.#session, call)
    })
  }

  listObjetos(
    filtro: { tipoObjeto?: string; q?: string; limite: number },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    return this.ask(signal, () => listSqlserver(this, filtro))
  }

  describeObjeto(
    filtro: { nombre: string; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<DetalleDeObjeto | undefined> {
    return this.ask(signal, () => describeSqlserver(this, filtro))
  }

  /** A reading of our own, whose parameters are @p1, @p2 … */
  async query(sql: string, values: readonly unknown[] = []): Promise<Fila[]> {
    const { conjuntos } = await this.#session.execute(
      this.#peticionOf(sql, values),
      this.#limitedTo(this.limits.filas),
    )
    return conjuntos[0]?.filas ?? []
  }

  protected command(sql: string): Promise<void> {
    return this.#session.command(sql)
  }

  protected beginSql(aislamiento: Aislamiento): readonly string[] {
    return [`set transaction isolation level ${ISOLATION[aislamiento]}`, 'begin transaction']
  }

  protected override get ownSql(): OwnSql {
    // What follows outside a transaction would keep its level.
    const relax = 'set transaction isolation level read committed'
    return {
      commit: `commit transaction; ${relax}`,
      rollback: `if @@trancount > 0 rollback transaction; ${relax}`,
      save: 'save transaction div_nodo',
      // It ends with its transaction.
      release: null,
      restore: 'rollback transaction div_nodo',
      nothing: 'select 1 as uno',
    }
  }

  /** It has no transactions that only read: what the reading may have written is undone. */
  protected override readOnly<Output>(work: () => Promise<Output>): Promise<Output> {
    return this.inTransaction ? work() : this.undone(work)
  }

  protected async cancel(): Promise<void> {
    this.#session.cancel()
  }

  protected sayGoodbye(): Promise<void> {
    return this.#session.sayGoodbye()
  }

  protected destroy(): void {
    this.#session.leave()
  }

  protected classify(cause: unknown): Fallo | null {
    return classifySqlserver(cause)
  }

  protected override undoes({ codigoNativo }: Fallo): boolean {
    return UNDOES.has(codigoNativo)
  }

  async *#streamRows(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const cursor = this.#session.openCursor(this.#bind(sentencia, parametros), STREAM_BATCH)
    this.isStreaming = true
    try {
      for (;;) {
        const filas = await this.run(context, () => cursor.next())
        if (filas.length === 0) return
        yield filas
      }
    } finally {
      await this.closing(async () => {
        await cursor.close(() => this.interrupt())
        this.isStreaming = false
      })
    }
  }

  #execute(sentencia: Sentencia, parametros: Parametros, maximo: number): Promise<Ejecutada> {
    return this.#session.execute(this.#bind(sentencia, parametros), this.#limitedTo(maximo))
  }

  #bind(sentencia: Sentencia, parametros: Parametros): Peticion {
    const bound = bindValues(sentencia, parametros)
    const expanded = expandLists(sentencia, bound, this.limits, SQLSERVER_DIALECT)
    return expanded
      ? this.#peticionOf(expanded.texto, expanded.values)
      : this.#peticionOf(sentencia.texto, bound)
  }

  #peticionOf(texto: string, values: readonly unknown[]): Peticion {
    const { zona } = this.#session
    return {
      texto,
      parametros: values.map((value, index) => ({ nombre: `p${index + 1}`, ...toSqlserver(value, zona) })),
    }
  }

  #limitedTo(maximo: number): Ejecucion {
    const { respuestaBytes: maximoBytes } = this.limits
    return {
      check: (rows, bytes) => {
        if (rows > maximo) return new LimiteSuperado({ limite: 'filas', maximo })
        if (bytes <= maximoBytes) return null
        return new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes })
      },
      interrupt: () => this.interrupt(),
    }
  }

  async #firmaOf({ clase, esquema, nombre }: Rutina): Promise<FirmaSqlserver | undefined> {
    const key = `${clase} ${esquema ?? ''} ${nombre}`
    const known = this.#firmas.get(key)
    if (known) return known
    const firma = readFirma(await this.query(SIGNATURE_SQL, [nombre, esquema ?? null, clase]))
    if (firma) this.#firmas.set(key, firma)
    return firma
  }
}
