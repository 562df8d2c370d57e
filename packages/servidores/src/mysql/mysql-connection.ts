import type { Aislamiento, LlamadaContext } from '@div/contract'
import type { DetalleDeObjeto, FiltroDeObjetos, ObjetoBuscado, ObjetoDeServidor } from '../define-servidor.ts'
import { bindSentencia, type Sentencia, type SentenciaExtendida } from '../sql/compile-sql.ts'
import { codeOf, type Fallo } from '../sql/failure.ts'
import { checkFirma, type Firma, KnownFirmas } from '../sql/firma.ts'
import type {
  Escritura,
  Fila,
  InsercionMasiva,
  Parametros,
  Rutina,
  SalidaDeRutina,
} from '../sql/sql-calls.ts'
import { type Cursor, SqlConnection, type SqlConnectionOptions, STREAM_BATCH } from '../sql/sql-connection.ts'
import { splitInserts } from './mysql-bulk.ts'
import { describeMysql, listMysql } from './mysql-catalogo.ts'
import { classifyMysql } from './mysql-failure.ts'
import { callFunction, callProcedure, readFirma, SIGNATURE_SQL } from './mysql-rutina.ts'
import type { Ejecutada, MysqlSession } from './mysql-session.ts'

/** Statements that commit the transaction by themselves (MySQL's manual, 15.3.3). */
const COMMITS = new Set([
  ...['create', 'alter', 'drop', 'truncate', 'rename', 'analyze', 'optimize', 'grant', 'revoke'],
])

const ISOLATION: Readonly<Record<Aislamiento, string>> = {
  lecturaConfirmada: 'read committed',
  lecturaRepetible: 'repeatable read',
  serializable: 'serializable',
}

export interface MysqlConnectionOptions extends SqlConnectionOptions {
  session: MysqlSession
  /** Stops what the connection is doing, through another one. */
  killQuery(): Promise<void>
}

export class MysqlConnection extends SqlConnection {
  readonly #session: MysqlSession
  readonly #killQuery: () => Promise<void>
  readonly #firmas = new KnownFirmas<Firma>()
  #maxPacket: number | null = null

  constructor(options: MysqlConnectionOptions) {
    super(options)
    this.#session = options.session
    this.#killQuery = options.killQuery
    this.#session.driver.on('error', () => this.markLost())
    this.#session.driver.on('end', () => this.markLost())
  }

  ping(signal: AbortSignal): Promise<string> {
    return this.ask(signal, async () => {
      const [fila] = await this.query('select version() as version', [])
      const version = String(fila?.version)
      return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${version}`
    })
  }

  write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura> {
    this.refuseCommitting(sentencia, COMMITS)
    const write = async (): Promise<Escritura> => {
      const { afectadas, conjuntos } = await this.#execute(sentencia, parametros, this.limits.filas)
      const filas = conjuntos[0]?.filas
      return filas ? { afectadas: filas.length, filas } : { afectadas }
    }
    // With too many rows to answer nothing must stay written.
    return this.run(context, () => (sentencia.devuelve ? this.atomically(write) : write()))
  }

  insertMany(
    insercion: InsercionMasiva,
    filas: readonly Fila[],
    context: LlamadaContext,
  ): Promise<Escritura> {
    const session = this.#session
    return this.run(context, () =>
      this.atomically(async () => {
        const maxBytes = await this.#maxPacketBytes()
        let afectadas = 0
        const tandas = splitInserts(insercion, filas, { maxBytes, bind: (value) => session.bind(value) })
        for (const { sql, values, isFull } of tandas) {
          const { afectadas: added } = await session.executeBound(sql, values, this.limitedTo(0))
          if (!isFull) session.forget(sql)
          afectadas += added
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
    return listMysql(this, filtro)
  }

  protected findObjeto(buscado: ObjetoBuscado): Promise<DetalleDeObjeto | undefined> {
    return describeMysql(this, buscado)
  }

  /** A reading of our own. */
  async query(sql: string, values: readonly unknown[]): Promise<Fila[]> {
    const { conjuntos } = await this.#session.execute(sql, values, this.limitedTo(this.limits.filas))
    return conjuntos[0]?.filas ?? []
  }

  protected command(sql: string): Promise<void> {
    return this.#session.command(sql)
  }

  protected beginSql(aislamiento: Aislamiento, access: string): readonly string[] {
    // A server that is read-only stays so: `read write` is not said.
    const start = access === 'read only' ? 'start transaction read only' : 'start transaction'
    return [`set transaction isolation level ${ISOLATION[aislamiento]}`, start]
  }

  protected cancel(): Promise<void> {
    return this.#killQuery()
  }

  protected sayGoodbye(): Promise<void> {
    return new Promise((resolve) => this.#session.driver.end(() => resolve()))
  }

  protected destroy(): void {
    this.#session.leave()
  }

  protected classify(cause: unknown): Fallo | null {
    return classifyMysql(cause)
  }

  /** InnoDB undoes the whole transaction of whoever loses a deadlock. */
  protected override undoes({ codigoNativo }: Fallo): boolean {
    return codigoNativo === 'ER_LOCK_DEADLOCK'
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
    const { texto, values } = this.#bind(sentencia, parametros)
    const cursor = this.#session.openCursor(texto, values, STREAM_BATCH)
    return { next: () => cursor.next(), close: () => cursor.close(() => this.interrupt()) }
  }

  #execute(sentencia: Sentencia, parametros: Parametros, maximo: number): Promise<Ejecutada> {
    const { texto, values } = this.#bind(sentencia, parametros)
    const executed = this.#session.execute(texto, values, this.limitedTo(maximo))
    // A reading can always be prepared.
    return sentencia.efecto === 'lectura'
      ? executed
      : executed.catch((cause) => this.#executeAsText(texto, values, cause))
  }

  /** MySQL does not prepare statements such as CREATE PROCEDURE; without values they can go as they are. */
  async #executeAsText(sql: string, values: readonly unknown[], cause: unknown): Promise<Ejecutada> {
    if (codeOf(cause) !== 'ER_UNSUPPORTED_PS' || values.length > 0) throw cause
    await this.#session.command(sql)
    return { conjuntos: [], afectadas: 0 }
  }

  #bind(sentencia: Sentencia, parametros: Parametros): SentenciaExtendida {
    return bindSentencia(sentencia, parametros, this.limits)
  }

  async #maxPacketBytes(): Promise<number> {
    if (this.#maxPacket === null) {
      const [fila] = await this.query('select @@max_allowed_packet as bytes', [])
      // Some room for what surrounds the values.
      this.#maxPacket = Math.floor(Number(fila?.bytes) * 0.9)
    }
    return this.#maxPacket
  }

  async #readFirma({ clase, esquema, nombre }: Rutina): Promise<Firma | undefined> {
    const routineType = clase === 'procedimiento' ? 'PROCEDURE' : 'FUNCTION'
    return readFirma(await this.query(SIGNATURE_SQL, [nombre, esquema ?? null, routineType]))
  }
}
