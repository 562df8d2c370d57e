import type { Aislamiento, LlamadaContext } from '@div/contract'
import type { DetalleDeObjeto, FiltroDeObjetos, ObjetoBuscado, ObjetoDeServidor } from '../define-servidor.ts'
import { bindSentencia, type Sentencia } from '../sql/compile-sql.ts'
import type { Fallo } from '../sql/failure.ts'
import { checkFirma, KnownFirmas } from '../sql/firma.ts'
import type {
  Escritura,
  Fila,
  InsercionMasiva,
  Parametros,
  Rutina,
  SalidaDeRutina,
} from '../sql/sql-calls.ts'
import {
  type Cursor,
  type OwnSql,
  SqlConnection,
  type SqlConnectionOptions,
  STREAM_BATCH,
} from '../sql/sql-connection.ts'
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
import type { Ejecutada, Peticion, SqlserverSession } from './sqlserver-session.ts'
import { toSqlserver } from './sqlserver-values.ts'

const ISOLATION: Readonly<Record<Aislamiento, string>> = {
  lecturaConfirmada: 'read committed',
  lecturaRepetible: 'repeatable read',
  serializable: 'serializable',
}

export class SqlserverConnection extends SqlConnection {
  readonly #session: SqlserverSession
  readonly #firmas = new KnownFirmas<FirmaSqlserver>()

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
          await this.#session.execute(peticion, this.limitedTo(0))
          afectadas += peticion.filas
        }
        return { afectadas }
      }),
    )
  }

  callRutina(rutina: Rutina, parametros: Parametros, context: LlamadaContext): Promise<SalidaDeRutina> {
    return this.run(context, async () => {
      const found = await this.#firmas.find(rutina, () => this.#readFirma(rutina))
      const firma = checkFirma(found, parametros, { servidor: this.servidor, rutina })
      const call = { rutina, firma, parametros, limit: this.limitedTo(this.limits.filas) }
      return rutina.clase === 'funcion'
        ? callFunction(this.#session, call)
        : callProcedure(this.#session, call)
    })
  }

  protected findObjetos(filtro: FiltroDeObjetos): Promise<ObjetoDeServidor[]> {
    return listSqlserver(this, filtro)
  }

  protected findObjeto(buscado: ObjetoBuscado): Promise<DetalleDeObjeto | undefined> {
    return describeSqlserver(this, buscado)
  }

  /** A reading of our own, whose parameters are @p1, @p2 … */
  async query(sql: string, values: readonly unknown[] = []): Promise<Fila[]> {
    const { conjuntos } = await this.#session.execute(
      this.#peticionOf(sql, values),
      this.limitedTo(this.limits.filas),
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

  protected async readRows(
    sentencia: Sentencia,
    parametros: Parametros,
    maximo: number,
  ): Promise<{ filas: Fila[] }> {
    const { conjuntos } = await this.#execute(sentencia, parametros, maximo)
    return conjuntos[0] ?? { filas: [] }
  }

  protected async openCursor(sentencia: Sentencia, parametros: Parametros): Promise<Cursor> {
    const cursor = this.#session.openCursor(this.#bind(sentencia, parametros), STREAM_BATCH)
    return { next: () => cursor.next(), close: () => cursor.close(() => this.interrupt()) }
  }

  #execute(sentencia: Sentencia, parametros: Parametros, maximo: number): Promise<Ejecutada> {
    return this.#session.execute(this.#bind(sentencia, parametros), this.limitedTo(maximo))
  }

  #bind(sentencia: Sentencia, parametros: Parametros): Peticion {
    const { texto, values } = bindSentencia(sentencia, parametros, this.limits, SQLSERVER_DIALECT)
    return this.#peticionOf(texto, values)
  }

  #peticionOf(texto: string, values: readonly unknown[]): Peticion {
    const { zona } = this.#session
    return {
      texto,
      parametros: values.map((value, index) => ({ nombre: `p${index + 1}`, ...toSqlserver(value, zona) })),
    }
  }

  async #readFirma({ clase, esquema, nombre }: Rutina): Promise<FirmaSqlserver | undefined> {
    return readFirma(await this.query(SIGNATURE_SQL, [nombre, esquema ?? null, clase]))
  }
}
