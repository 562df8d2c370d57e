import type { Aislamiento, LlamadaContext } from '@div/contract'
import type { BindParameter, Connection as Driver, ResultSet } from 'oracledb'
import type { DetalleDeObjeto, FiltroDeObjetos, ObjetoBuscado, ObjetoDeServidor } from '../define-servidor.ts'
import { tableName } from '../sql/build-tabla.ts'
import { bindSentencia, type Devueltas, type Sentencia } from '../sql/compile-sql.ts'
import type { Fallo } from '../sql/failure.ts'
import { checkFirma, KnownFirmas } from '../sql/firma.ts'
import type { Zona } from '../sql/local-time.ts'
import type {
  Escritura,
  Fila,
  InsercionMasiva,
  Medida,
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
import { describeOracle, listOracle } from './oracle-catalogo.ts'
import { ORACLE_DIALECT } from './oracle-dialect.ts'
import { classifyOracle } from './oracle-failure.ts'
import { openRows, type RowReader } from './oracle-rows.ts'
import {
  buildBlock,
  type FirmaOracle,
  matchNombres,
  readFirma,
  SIGNATURE_SQL,
  signatureValues,
} from './oracle-rutina.ts'
import { RESET_SQL, readHuella } from './oracle-session.ts'
import { type Campo, fetchTypesOf, type Oracledb, outputOf, readOutput, toOracle } from './oracle-values.ts'

/** Statements that commit the transaction by themselves. */
const COMMITS = new Set([
  ...['create', 'alter', 'drop', 'truncate', 'rename', 'analyze', 'comment', 'grant', 'revoke'],
])

/** It has no level between the two. */
const ISOLATION: Readonly<Record<Aislamiento, string>> = {
  lecturaConfirmada: 'read committed',
  lecturaRepetible: 'serializable',
  serializable: 'serializable',
}

export interface OracleConnectionOptions extends SqlConnectionOptions {
  oracledb: Oracledb
  driver: Driver
  /** Of its session as it was opened; null: it is not told. */
  huella: string | null
  zona: Zona
  /** Hangs up without a word. */
  leave(): void
}

export class OracleConnection extends SqlConnection {
  readonly #oracledb: Oracledb
  readonly #driver: Driver
  readonly #huella: string | null
  readonly #zona: Zona
  readonly #leave: () => void
  readonly #firmas = new KnownFirmas<FirmaOracle>()
  /** A routine may have changed the session since it was looked at. */
  #isSuspect = false

  constructor(options: OracleConnectionOptions) {
    super(options)
    this.#oracledb = options.oracledb
    this.#driver = options.driver
    this.#huella = options.huella
    this.#zona = options.zona
    this.#leave = options.leave
  }

  ping(signal: AbortSignal): Promise<string> {
    return this.ask(signal, async () => {
      await this.#driver.ping()
      return `Oracle ${this.#driver.oracleServerVersionString}`
    })
  }

  write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura> {
    this.refuseCommitting(sentencia, COMMITS)
    const { devueltas } = sentencia
    const write = async (): Promise<Escritura> => {
      const { sql, binds } = this.#bind(sentencia, parametros)
      if (devueltas) return this.#writeReturning(sql, binds, devueltas)
      const { rowsAffected = 0 } = await this.#driver.execute(sql, binds, { autoCommit: !this.inTransaction })
      return { afectadas: rowsAffected }
    }
    // With too many rows to answer nothing must stay written.
    return this.run(context, () => (devueltas ? this.atomically(write) : write()))
  }

  insertMany(
    insercion: InsercionMasiva,
    filas: readonly Fila[],
    context: LlamadaContext,
  ): Promise<Escritura> {
    const { quote, placeholder } = ORACLE_DIALECT
    const { columnas } = insercion
    const names = columnas.map(({ columna }) => quote(columna)).join(', ')
    const places = columnas.map((_, index) => placeholder(index + 1)).join(', ')
    const sql = `insert into ${tableName(ORACLE_DIALECT, insercion)} (${names}) values (${places})`
    return this.run(context, () =>
      this.atomically(async () => {
        let afectadas = 0
        // One by one: in one call all values of a column would take one type.
        for (const fila of filas) {
          const binds = columnas.map(({ campo }) => this.#toBind(fila[campo]))
          const { rowsAffected = 0 } = await this.#driver.execute(sql, binds)
          afectadas += rowsAffected
        }
        return { afectadas }
      }),
    )
  }

  async callRutina(rutina: Rutina, parametros: Parametros, context: LlamadaContext): Promise<SalidaDeRutina> {
    try {
      return await this.run(context, async () => {
        const found = await this.#firmas.find(rutina, () => this.#readFirma(rutina))
        const given = found ? matchNombres(found, parametros) : parametros
        const firma = checkFirma(found, given, { servidor: this.servidor, rutina })
        return this.#callBlock(firma, given)
      })
    } finally {
      // What one call of a transaction leaves in the session is there for its next.
      if (!this.inTransaction) await this.#resetSuspect()
    }
  }

  override async commit(): Promise<void> {
    // Before it: a look that is never answered must not hide that it took effect.
    await this.#resetSuspect()
    await super.commit()
  }

  override async rollback(): Promise<void> {
    await super.rollback()
    if (this.#isSuspect) this.markLost()
  }

  protected findObjetos(filtro: FiltroDeObjetos): Promise<ObjetoDeServidor[]> {
    return listOracle(this, filtro)
  }

  protected findObjeto(buscado: ObjetoBuscado): Promise<DetalleDeObjeto | undefined> {
    return describeOracle(this, buscado)
  }

  /** A reading of our own. */
  query(sql: string, values: readonly unknown[]): Promise<Fila[]> {
    return this.#readAll(
      sql,
      values.map((value) => this.#toBind(value)),
      this.limits.filas,
    )
  }

  protected async command(sql: string): Promise<void> {
    if (sql === OWN_SQL.commit) await this.#driver.commit()
    else if (sql === OWN_SQL.rollback) await this.#driver.rollback()
    else await this.#driver.execute(sql)
  }

  protected beginSql(aislamiento: Aislamiento, access: 'read only' | 'read write'): readonly string[] {
    return [
      access === 'read only'
        ? 'set transaction read only'
        : `set transaction isolation level ${ISOLATION[aislamiento]}`,
    ]
  }

  protected override get ownSql(): OwnSql {
    return OWN_SQL
  }

  protected cancel(): Promise<void> {
    return this.#driver.break()
  }

  protected sayGoodbye(): Promise<void> {
    return this.#driver.close()
  }

  protected destroy(): void {
    this.markLost()
    this.#leave()
  }

  protected classify(cause: unknown): Fallo | null {
    return classifyOracle(cause)
  }

  protected async readRows(
    sentencia: Sentencia,
    parametros: Parametros,
    maximo: number,
  ): Promise<{ filas: Fila[] }> {
    const { sql, binds } = this.#bind(sentencia, parametros)
    return { filas: await this.#readAll(sql, binds, maximo) }
  }

  protected async openCursor(sentencia: Sentencia, parametros: Parametros): Promise<Cursor> {
    const { sql, binds } = this.#bind(sentencia, parametros)
    const set = await this.#open(sql, binds)
    const medida: Medida = { filas: 0, bytes: 0 }
    let rows: RowReader | null = null
    return {
      next: async () => {
        // Not where it is opened: one whose columns cannot be read has to be closed too.
        rows ??= openRows(set.metaData, this.#zona, medida)
        return (await set.getRows(batchOf(set.metaData, medida))).map(rows.read)
      },
      close: async () => {
        if (this.usable) await set.close()
      },
    }
  }

  async #readAll(sql: string, binds: BindParameter[], maximo: number): Promise<Fila[]> {
    return this.#drain(await this.#open(sql, binds), maximo, { filas: 0, bytes: 0 })
  }

  async #open(sql: string, binds: BindParameter[]): Promise<ResultSet<unknown[]>> {
    const { resultSet } = await this.#driver.execute<unknown[]>(sql, binds, this.#fetching)
    if (!resultSet) throw new Error('a reading answered no rows')
    return resultSet
  }

  /** All rows of a set, which is closed then. Throws LimiteSuperado or RespuestaDemasiadoGrande. */
  async #drain(set: ResultSet<unknown[]>, maximo: number, medida: Medida): Promise<Fila[]> {
    const filas: Fila[] = []
    try {
      const rows = openRows(set.metaData, this.#zona, medida)
      for (;;) {
        const batch = await set.getRows(batchOf(set.metaData, medida))
        if (batch.length === 0) return filas
        for (const values of batch) filas.push(rows.read(values))
        this.#checkSize(medida, maximo)
      }
    } finally {
      if (this.usable) await set.close()
    }
  }

  #checkSize(medida: Medida, maximo: number): void {
    const refusal = this.refusalOf(medida, maximo)
    if (refusal) throw refusal
  }

  get #fetching() {
    return {
      resultSet: true,
      outFormat: this.#oracledb.OUT_FORMAT_ARRAY,
      // Rows are asked for by `getRows`; what comes with the answer to the statement itself is in memory at once.
      fetchArraySize: FIRST_BATCH,
      prefetchRows: FIRST_BATCH,
      fetchTypeHandler: fetchTypesOf(this.#oracledb),
      autoCommit: !this.inTransaction,
    }
  }

  /** Each column comes back as the list of its values. */
  async #writeReturning(sql: string, binds: BindParameter[], devueltas: Devueltas): Promise<Escritura> {
    const { metaData = [] } = await this.#driver.getStatementInfo(devueltas.consulta)
    const natives = metaData.map(({ dbTypeName = '' }) => dbTypeName)
    const outputs = natives.map((native) => ({
      dir: this.#oracledb.BIND_OUT,
      ...outputOf(native, this.#oracledb),
    }))
    const { outBinds, rowsAffected = 0 } = await this.#driver.execute<unknown[][]>(sql, [
      ...binds,
      ...outputs,
    ])
    const lists = outBinds ?? []
    this.#checkSize({ filas: rowsAffected, bytes: 0 }, this.limits.filas)
    const filas = Array.from({ length: rowsAffected }, (_, row) =>
      Object.fromEntries(
        devueltas.columnas.map((columna, index) => [
          columna,
          readOutput(lists[index]?.[row], natives[index] ?? '', this.#zona),
        ]),
      ),
    )
    return { afectadas: rowsAffected, filas }
  }

  /** Whoever comes next finds the session as it was opened, or another one. */
  async #resetSuspect(): Promise<void> {
    if (!this.#isSuspect || !this.usable) return
    this.#isSuspect = false
    // What the routine answered counts, whatever becomes of its connection.
    const huella = await this.closing(() => readHuella(this.#driver, RESET_SQL, this.#oracledb)).catch(
      () => null,
    )
    if (huella === null || huella !== this.#huella) this.markLost()
  }

  async #callBlock(firma: FirmaOracle, parametros: Parametros): Promise<SalidaDeRutina> {
    const { sql, entradas, salidas } = buildBlock(firma, parametros)
    const binds: Record<string, BindParameter> = {}
    for (const { lugar, nombre } of entradas) binds[lugar] = this.#toBind(parametros[nombre])
    for (const { lugar, nombre, tipo, modo } of salidas) {
      const { BIND_INOUT, BIND_OUT } = this.#oracledb
      const output = outputOf(tipo, this.#oracledb)
      binds[lugar] =
        modo === 'INOUT'
          ? { dir: BIND_INOUT, ...output, val: this.#toOutput(parametros[nombre], output.type) }
          : { dir: BIND_OUT, ...output }
    }
    this.#isSuspect = true
    const { outBinds = {}, implicitResults = [] } = await this.#driver.execute<Record<string, unknown>>(
      sql,
      binds,
      this.#fetching,
    )
    const leidas: Fila = {}
    const conjuntos: Fila[][] = []
    const medida: Medida = { filas: 0, bytes: 0 }
    for (const { lugar, nombre, tipo } of salidas) {
      const value = outBinds[lugar]
      if (isResultSet(value)) conjuntos.push(await this.#drain(value, this.limits.filas, medida))
      else {
        const read = isLob(value) ? await this.#readLob(value, medida) : value
        leidas[nombre] = readOutput(read, tipo, this.#zona)
      }
    }
    for (const set of implicitResults)
      if (isResultSet(set)) conjuntos.push(await this.#drain(set, this.limits.filas, medida))
    return { salidas: leidas, conjuntos }
  }

  /** Its length is known before any of it comes. */
  #readLob(lob: Lob, medida: Medida): Promise<unknown> {
    medida.bytes += lob.length ?? 0
    this.#checkSize(medida, this.limits.filas)
    return lob.getData()
  }

  /** What goes in and comes out has one type: numbers are then text. */
  #toOutput(value: unknown, type: unknown): unknown {
    const { val } = this.#toBind(value)
    if (val === null || val === undefined) return null
    if (type === this.#oracledb.DB_TYPE_VARCHAR) return String(val)
    return type === this.#oracledb.DB_TYPE_BOOLEAN ? val === 1 : val
  }

  #toBind(value: unknown): BindParameter {
    return toOracle(value, this.#zona, this.#oracledb)
  }

  #bind(sentencia: Sentencia, parametros: Parametros): { sql: string; binds: BindParameter[] } {
    const { texto, values } = bindSentencia(sentencia, parametros, this.limits, ORACLE_DIALECT)
    return { sql: texto, binds: values.map((value) => this.#toBind(value)) }
  }

  async #readFirma(rutina: Rutina): Promise<FirmaOracle | undefined> {
    return readFirma(await this.query(SIGNATURE_SQL, signatureValues(rutina)), rutina.clase)
  }
}

const OWN_SQL: OwnSql = {
  commit: 'commit',
  rollback: 'rollback',
  save: 'savepoint div_nodo',
  // It ends with its transaction.
  release: null,
  restore: 'rollback to savepoint div_nodo',
  nothing: 'select 1 from dual',
}

/** Rows of which nobody knows yet how large they are. */
const FIRST_BATCH = 2
/** Bytes that one batch of rows with large objects should have about. */
const BATCH_BYTES = 1_048_576
const LARGE = /^N?CLOB$|^BLOB$|^LONG/

/** How many rows to ask for: of those with large objects as many as will be about a batch, by what the last ones had. */
function batchOf(campos: readonly Campo[], { filas, bytes }: Medida): number {
  if (!campos.some(({ dbTypeName = '' }) => LARGE.test(dbTypeName))) return STREAM_BATCH
  if (filas === 0) return FIRST_BATCH
  return Math.max(1, Math.min(STREAM_BATCH, Math.floor(BATCH_BYTES / (bytes / filas))))
}

function isResultSet(value: unknown): value is ResultSet<unknown[]> {
  return typeof value === 'object' && value !== null && 'getRows' in value && 'metaData' in value
}

interface Lob {
  /** In bytes or in characters; unknown once it is closed. */
  length?: number
  getData(): Promise<unknown>
}

function isLob(value: unknown): value is Lob {
  return typeof value === 'object' && value !== null && 'getData' in value
}
