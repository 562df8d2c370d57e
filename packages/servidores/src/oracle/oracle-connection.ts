import {
  type Aislamiento,
  LimiteSuperado,
  type LlamadaContext,
  RespuestaDemasiadoGrande,
  ServidorRechaza,
} from '@div/contract'
import type { BindParameter, Connection as Driver, ResultSet } from 'oracledb'
import type { DetalleDeObjeto, ObjetoDeServidor } from '../define-servidor.ts'
import { tableName } from '../sql/build-tabla.ts'
import { bindValues, type Devueltas, expandLists, type Sentencia } from '../sql/compile-sql.ts'
import type { Fallo } from '../sql/failure.ts'
import { checkFirma } from '../sql/firma.ts'
import type { Zona } from '../sql/local-time.ts'
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
import { describeOracle, listOracle } from './oracle-catalogo.ts'
import { ORACLE_DIALECT } from './oracle-dialect.ts'
import { classifyOracle } from './oracle-failure.ts'
import { type Medida, openRows } from './oracle-rows.ts'
import {
  buildBlock,
  type FirmaOracle,
  matchNombres,
  readFirma,
  SIGNATURE_SQL,
  signatureValues,
} from './oracle-rutina.ts'
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
  zona: Zona
  /** Hangs up without a word. */
  leave(): void
}

export class OracleConnection extends SqlConnection {
  readonly #oracledb: Oracledb
  readonly #driver: Driver
  readonly #zona: Zona
  readonly #leave: () => void
  readonly #firmas = new Map<string, FirmaOracle>()

  constructor(options: OracleConnectionOptions) {
    super(options)
    this.#oracledb = options.oracledb
    this.#driver = options.driver
    this.#zona = options.zona
    this.#leave = options.leave
  }

  ping(signal: AbortSignal): Promise<string> {
    return this.ask(signal, async () => {
      await this.#driver.ping()
      return `Oracle ${this.#driver.oracleServerVersionString}`
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
      const { sql, binds } = this.#bind(sentencia, parametros)
      const filas = await this.#readAll(sql, binds, maximo)
      return { filas, total: filas.length }
    }
    return this.run(context, soloLectura ? () => this.readOnly(read) : read)
  }

  write(sentencia: Sentencia, parametros: Parametros, context: LlamadaContext): Promise<Escritura> {
    if (this.inTransaction && COMMITS.has(sentencia.verbo)) {
      const motivo = `${sentencia.verbo.toUpperCase()} confirma la transacción en curso; ponga este nodo fuera de ella`
      throw new ServidorRechaza({ servidor: this.servidor, motivo })
    }
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

  callRutina(rutina: Rutina, parametros: Parametros, context: LlamadaContext): Promise<SalidaDeRutina> {
    return this.run(context, async () => {
      const found = await this.#firmaOf(rutina)
      const given = found ? matchNombres(found, parametros) : parametros
      const firma = checkFirma(found, given, { servidor: this.servidor, rutina })
      return this.#callBlock(firma, given)
    })
  }

  listObjetos(
    filtro: { tipoObjeto?: string; q?: string; limite: number },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    return this.ask(signal, () => listOracle(this, filtro))
  }

  describeObjeto(
    filtro: { nombre: string; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<DetalleDeObjeto | undefined> {
    return this.ask(signal, () => describeOracle(this, filtro))
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

  async *#streamRows(
    sentencia: Sentencia,
    parametros: Parametros,
    context: LlamadaContext,
  ): AsyncIterable<readonly Fila[]> {
    const { sql, binds } = this.#bind(sentencia, parametros)
    const set = await this.run(context, () => this.#open(sql, binds))
    this.isStreaming = true
    try {
      const medida: Medida = { filas: 0, bytes: 0 }
      const rows = openRows(set.metaData, this.#zona, medida)
      for (;;) {
        const batch = await this.run(context, () => set.getRows(batchOf(set.metaData, medida)))
        if (batch.length === 0) return
        yield batch.map(rows.read)
      }
    } finally {
      await this.closing(async () => {
        if (this.usable) await set.close()
        this.isStreaming = false
      })
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

  #checkSize({ filas, bytes }: Medida, maximo: number): void {
    const { respuestaBytes: maximoBytes } = this.limits
    if (filas > maximo) throw new LimiteSuperado({ limite: 'filas', maximo })
    if (bytes > maximoBytes) throw new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes })
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
    const bound = bindValues(sentencia, parametros)
    const expanded = expandLists(sentencia, bound, this.limits, ORACLE_DIALECT)
    const { texto, values } = expanded ?? { texto: sentencia.texto, values: bound }
    return { sql: texto, binds: values.map((value) => this.#toBind(value)) }
  }

  async #firmaOf(rutina: Rutina): Promise<FirmaOracle | undefined> {
    const key = `${rutina.clase} ${rutina.esquema ?? ''} ${rutina.nombre}`
    const known = this.#firmas.get(key)
    if (known) return known
    const firma = readFirma(await this.query(SIGNATURE_SQL, signatureValues(rutina)), rutina.clase)
    if (firma) this.#firmas.set(key, firma)
    return firma
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
