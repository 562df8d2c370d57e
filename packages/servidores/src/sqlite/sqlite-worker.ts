import Database from 'better-sqlite3'
import { type FilasLeidas, type Peticion, type RespuestaDeProceso, TOO_MANY_ROWS } from './sqlite-protocol.ts'

/**
 * The process behind one SQLite connection: an own bundle entry, started by SqliteProcess. It is a process and not a thread because a
 * statement inside SQLite can only be stopped by ending what runs it.
 */

type Statement = Database.Statement<unknown[], Record<string, unknown>>

let db: Database.Database | null = null
let maxStatements = 1
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
  if (columns.some(({ nombre }) => nombre === '__proto__'))
    throw new RangeError('the column name __proto__ is not allowed')
  return columns
}

/** Integers beyond 2^53 become their exact text; the others numbers. */
function narrow(fila: Record<string, unknown>): Record<string, unknown> {
  for (const nombre in fila) {
    const value = fila[nombre]
    if (typeof value !== 'bigint') continue
    const number = Number(value)
    fila[nombre] = Number.isSafeInteger(number) ? number : value.toString()
  }
  return fila
}

function take(
  rows: IterableIterator<Record<string, unknown>>,
  maximo: number,
): { filas: Record<string, unknown>[]; excede: boolean } {
  const filas: Record<string, unknown>[] = []
  for (;;) {
    if (filas.length === maximo) return { filas, excede: true }
    const next = rows.next()
    if (next.done) return { filas, excede: false }
    filas.push(narrow(next.value))
  }
}

function read(sql: string, values: readonly unknown[], maximo: number): FilasLeidas {
  const statement = prepare(sql)
  const columnas = columnsOf(statement)
  const filas: Record<string, unknown>[] = []
  let excede = false
  for (const fila of statement.iterate(...bindable(values))) {
    excede = filas.length === maximo
    if (excede) break
    filas.push(narrow(fila))
  }
  return { columnas, filas, excede }
}

function write({ sql, values, maximo, soloLectura }: Extract<Peticion, { op: 'write' }>): unknown {
  const statement = prepare(sql)
  if (soloLectura && !statement.readonly) throw new Error('attempt to write a readonly database')
  if (!statement.reader) return { afectadas: statement.run(...bindable(values)).changes }
  const leidas = atomically(() => {
    const rows = read(sql, values, maximo)
    // Thrown inside, so that what was written does not stay.
    if (rows.excede) throw Object.assign(new Error('too many rows'), { code: TOO_MANY_ROWS })
    return rows
  })
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

function fetch(id: number, cantidad: number): FilasLeidas {
  const cursor = cursors.get(id)
  if (!cursor) throw new Error('no such cursor')
  return { columnas: cursor.columnas, ...take(cursor.rows, cantidad) }
}

function closeCursor(id: number): void {
  cursors.get(id)?.rows.return?.()
  cursors.delete(id)
}

function open({ archivo, soloLectura, esperaMs, sentencias }: Extract<Peticion, { op: 'open' }>): void {
  db = new Database(archivo, { readonly: soloLectura, fileMustExist: true, timeout: esperaMs })
  maxStatements = sentencias
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
