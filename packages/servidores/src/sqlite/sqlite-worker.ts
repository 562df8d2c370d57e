import Database from 'better-sqlite3'
import { checkColumnas } from '../sql/columnas.ts'
import {
  type FilasEscritas,
  type FilasLeidas,
  type Peticion,
  type RespuestaDeProceso,
  type Tanda,
  TOO_MANY_BYTES,
  TOO_MANY_ROWS,
} from './sqlite-protocol.ts'

/**
 * The process behind one SQLite connection: an own bundle entry, started by SqliteProcess. It is a process and not a thread because a
 * statement inside SQLite can only be stopped by ending what runs it.
 */

type Statement = Database.Statement<unknown[], Record<string, unknown>>

let db: Database.Database | null = null
let maxStatements = 1
let maxBytes = 0
const statements = new Map<string, Statement>()
const cursors = new Map<
  number,
  { rows: IterableIterator<Record<string, unknown>>; columnas: FilasLeidas['columnas'] }
>()
let nextCursor = 1

function database(): Database.Database {
  if (!db) throw new Error('no database is open')
  return db
}

/** The most recently used stay prepared. A statement that is being read row by row cannot run twice at once. */
function prepare(sql: string): Statement {
  const known = statements.get(sql)
  if (known && !known.busy) {
    statements.delete(sql)
    statements.set(sql, known)
    return known
  }
  const statement = database().prepare<unknown[], Record<string, unknown>>(sql).safeIntegers()
  if (!known) statements.set(sql, statement)
  const [oldest] = statements.keys()
  if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
  return statement
}

function columnsOf(statement: Statement): FilasLeidas['columnas'] {
  const columns = statement.columns().map(({ name, type }) => ({ nombre: name, tipo: type }))
  checkColumnas(columns.map(({ nombre }) => nombre))
  return columns
}

/** Makes integers numbers, beyond 2^53 exact texts; answers roughly what texts and bytes take. */
function narrow(fila: Record<string, unknown>): number {
  let bytes = 0
  for (const nombre in fila) {
    const value = fila[nombre]
    if (typeof value === 'bigint') {
      const number = Number(value)
      fila[nombre] = Number.isSafeInteger(number) ? number : value.toString()
    } else if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length
  }
  return bytes
}

/** At most so many rows; more is a failure and not a cut. */
function read(sql: string, values: readonly unknown[], maximo: number): FilasLeidas {
  const statement = prepare(sql)
  const columnas = columnsOf(statement)
  const filas: Record<string, unknown>[] = []
  let bytes = 0
  for (const fila of statement.iterate(...bindable(values))) {
    if (filas.length === maximo) throw failure(TOO_MANY_ROWS)
    bytes += narrow(fila)
    if (bytes > maxBytes) throw failure(TOO_MANY_BYTES)
    filas.push(fila)
  }
  return { columnas, filas }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function write({ sql, values, maximo }: Extract<Peticion, { op: 'write' }>): FilasEscritas {
  const statement = prepare(sql)
  if (!statement.reader) return { afectadas: statement.run(...bindable(values)).changes }
  const leidas = atomically(() => read(sql, values, maximo))
  return { afectadas: leidas.filas.length, leidas }
}

function insertMany(sql: string, filas: readonly (readonly unknown[])[]): number {
  const statement = prepare(sql)
  return atomically(() => filas.reduce((total, fila) => total + statement.run(...bindable(fila)).changes, 0))
}

/** In a transaction of its own, or in a savepoint of the one that is open. */
function atomically<Output>(work: () => Output): Output {
  return database().transaction(work)()
}

/** Bytes travel between processes as plain arrays of bytes; the driver takes buffers. */
function bindable(values: readonly unknown[]): unknown[] {
  return values.map((value) =>
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
  )
}

function openCursor(sql: string, values: readonly unknown[]): number {
  const statement = prepare(sql)
  const id = nextCursor++
  cursors.set(id, { columnas: columnsOf(statement), rows: statement.iterate(...bindable(values)) })
  return id
}

function fetch(id: number, cantidad: number): Tanda {
  const cursor = cursors.get(id)
  if (!cursor) throw new Error('no such cursor')
  const filas: Record<string, unknown>[] = []
  while (filas.length < cantidad) {
    const next = cursor.rows.next()
    if (next.done) return { columnas: cursor.columnas, filas, isLast: true }
    narrow(next.value)
    filas.push(next.value)
  }
  return { columnas: cursor.columnas, filas, isLast: false }
}

function closeCursor(id: number): void {
  cursors.get(id)?.rows.return?.()
  cursors.delete(id)
}

function open({
  archivo,
  soloLectura,
  esperaMs,
  sentencias,
  maxBytes: bytes,
}: Extract<Peticion, { op: 'open' }>): void {
  db = new Database(archivo, { readonly: soloLectura, fileMustExist: true, timeout: esperaMs })
  maxStatements = sentencias
  maxBytes = bytes
  db.pragma('foreign_keys = on')
  // SQLite reads nothing before it must: only this shows whether the file is a database.
  db.pragma('schema_version')
}

function answer(peticion: Peticion): unknown {
  switch (peticion.op) {
    case 'open':
      return open(peticion)
    case 'command':
      database().exec(peticion.sql)
      return null
    case 'read':
      return read(peticion.sql, peticion.values, peticion.maximo)
    case 'write':
      return write(peticion)
    case 'insertMany':
      return insertMany(peticion.sql, peticion.filas)
    case 'cursor':
      return openCursor(peticion.sql, peticion.values)
    case 'fetch':
      return fetch(peticion.cursor, peticion.cantidad)
    case 'closeCursor':
      return closeCursor(peticion.cursor)
    case 'close':
      db?.close()
      return null
  }
}

function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : error.name,
    message: error.message,
  }
}

process.on('message', ({ id, ...peticion }: Peticion & { id: number }) => {
  const respuesta: RespuestaDeProceso = { id, inTransaction: false }
  try {
    respuesta.value = answer(peticion)
  } catch (error) {
    // Whoever asked decides what it means.
    respuesta.error = describe(error)
  }
  respuesta.inTransaction = db?.open === true && db.inTransaction
  process.send?.(respuesta)
  if (peticion.op === 'close') process.disconnect()
})

// The other side is gone: nobody will ask again.
process.on('disconnect', () => process.exit(0))
// The terminal sends it to the whole group; the parent decides when a connection ends.
process.on('SIGINT', () => {})
