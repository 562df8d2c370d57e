import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS, type LlamadaContext } from '@div/contract'
import Sqlite from 'better-sqlite3'
import type { ConnectDeps, ServidorDefinition } from '../define-servidor.ts'
import { mysql } from '../mysql/mysql.ts'
import { postgresql } from '../postgresql/postgresql.ts'
import { sqlite } from '../sqlite/sqlite.ts'
import { openPlainHttp } from '../testing-http.ts'
import { canConnect } from '../testing-network.ts'
import type { SqlConnection } from './sql-connection.ts'

/** A call as the engine makes it. */
export function callContext({
  signal = new AbortController().signal,
  deadline = Date.now() + 30_000,
  savepoint = false,
}: Partial<Pick<LlamadaContext, 'signal' | 'deadline' | 'savepoint'>> = {}): LlamadaContext {
  return {
    idEjecucion: 'ejecucion',
    claveIdempotencia: 'ejecucion/n1/1',
    profundidad: 0,
    savepoint,
    deadline,
    signal,
  }
}

/** What the pool manager passes, with a network that goes where it is told. */
export function connectDeps(overrides: Partial<ConnectDeps> = {}): ConnectDeps {
  return {
    servidor: 'Pruebas',
    red: {
      resolve: async (host) => ({ address: host, family: 4 }),
      fetch: () => Promise.reject(new Error('no HTTP here')),
      openHttp: openPlainHttp,
    },
    tiempoMaximoMs: 30_000,
    signal: new AbortController().signal,
    limits: LIMITS,
    ...overrides,
  }
}

/** One connection, and how a node would use it. */
export interface TestSession {
  connection: SqlConnection
  /** Prepares and calls an object. */
  call(
    tipoObjeto: string,
    objeto: Record<string, unknown>,
    parametros?: Record<string, unknown>,
    context?: LlamadaContext,
  ): Promise<unknown>
  /** Runs SQL with parameters. */
  sql(sql: string, parametros?: Record<string, unknown>, context?: LlamadaContext): Promise<unknown>
  /** All rows of a cursor, by batches. */
  stream(
    sql: string,
    parametros?: Record<string, unknown>,
    objeto?: Record<string, unknown>,
  ): AsyncIterable<readonly unknown[]>
}

/** A database of its own on one of the three systems. */
export interface TestDatabase extends TestSession {
  /** Of the type's `config`. */
  config: Record<string, unknown>
  /** Where its server listens; null: it has none. */
  address: { host: string; puerto: number } | null
  /** Another connection to the same database. */
  connect(config?: Record<string, unknown>, deps?: Partial<ConnectDeps>): Promise<TestSession>
  drop(): Promise<void>
}

export const hasMariadb = () => canConnect({ host: '127.0.0.1', puerto: 3_306 })

export async function openPostgresql(): Promise<TestDatabase> {
  const url = new URL(process.env.DIV_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  const server = {
    host: url.hostname,
    puerto: Number(url.port || 5432),
    usuario: decodeURIComponent(url.username),
    contrasena: decodeURIComponent(url.password),
  }
  const name = randomName()
  await onServer(postgresql, { ...server, baseDatos: 'postgres' }, `create database ${name}`)
  return openTest(postgresql, { ...server, baseDatos: name }, {}, () =>
    onServer(postgresql, { ...server, baseDatos: 'postgres' }, `drop database ${name} with (force)`),
  )
}

export async function openMariadb(): Promise<TestDatabase> {
  const server = { host: '127.0.0.1', usuario: 'root' }
  const name = randomName()
  await onServer(mysql, { ...server, baseDatos: 'mysql' }, `create database ${name}`)
  return openTest(mysql, { ...server, baseDatos: name }, {}, () =>
    onServer(mysql, { ...server, baseDatos: 'mysql' }, `drop database ${name}`),
  )
}

export async function openSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'div-sqlite-'))
  new Sqlite(join(folder, 'prueba.db')).close()
  return openTest(sqlite, { archivo: 'prueba.db' }, { carpetaArchivos: [folder] }, () =>
    rm(folder, { recursive: true }),
  )
}

/** A way to a server that can fall silent: nothing goes through any more, and nobody hangs up. */
export interface SilentWay {
  config: { host: string; puerto: number }
  fallSilent(): void
  /** What was said meanwhile goes through now. */
  speakAgain(): void
  /** Who is connected through it. */
  connected(): number
  close(): Promise<void>
}

export async function openSilentWay(target: { host: string; puerto: number }): Promise<SilentWay> {
  let isSilent = false
  let held: (() => void)[] = []
  const pass = (say: () => void) => {
    if (isSilent) held.push(say)
    else say()
  }
  const sockets = new Set<Socket>()
  const callers = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (here) => {
    const leave = () => callers.delete(here)
    callers.add(here.on('end', leave).on('close', leave))
    const there = createConnection({ host: target.host, port: target.puerto })
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => pass(() => to.write(data)))
      from.on('end', () => pass(() => to.end()))
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  return {
    config: { host: '127.0.0.1', puerto: address.port },
    fallSilent() {
      isSilent = true
    },
    speakAgain() {
      isSilent = false
      for (const say of held) say()
      held = []
    },
    connected: () => callers.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function randomName(): string {
  return `div_prueba_${randomBytes(5).toString('hex')}`
}

async function onServer(
  definition: SqlDefinition,
  config: Record<string, unknown>,
  sql: string,
): Promise<void> {
  const server = await openTest(definition, config, {}, async () => {})
  await server.sql(sql)
  await server.drop()
}

type SqlDefinition = typeof postgresql | typeof mysql | typeof sqlite

async function openTest(
  definition: SqlDefinition,
  settings: Record<string, unknown>,
  deps: Partial<ConnectDeps>,
  remove: () => Promise<void>,
): Promise<TestDatabase> {
  const general: ServidorDefinition = definition
  const connect = async (config: Record<string, unknown> = {}, more: Partial<ConnectDeps> = {}) => {
    const parsed = general.config.parse({ ...settings, ...config })
    const connection = await general.connect(parsed, connectDeps({ ...deps, ...more }))
    // Each of the three connects to its own kind, and all are SqlConnection.
    return openSession(general, connection as SqlConnection)
  }
  const session = await connect()
  const { host, puerto = 3_306 } = settings
  return {
    ...session,
    config: settings,
    address: typeof host === 'string' && typeof puerto === 'number' ? { host, puerto } : null,
    connect,
    async drop() {
      await session.connection.close()
      await remove()
    },
  }
}

function openSession(definition: ServidorDefinition, connection: SqlConnection): TestSession {
  const prepare = (
    tipoObjeto: string,
    objeto: Record<string, unknown>,
    parametros: Record<string, unknown>,
  ) => {
    const tipo = definition.objetos[tipoObjeto]
    if (!tipo) throw new Error(`no objects of type ${tipoObjeto}`)
    return tipo.prepare(tipo.objeto.parse(objeto), Object.keys(parametros), connectDeps())
  }
  const call: TestSession['call'] = async (tipoObjeto, objeto, parametros = {}, context = callContext()) =>
    prepare(tipoObjeto, objeto, parametros).run(connection, parametros, context)
  return {
    connection,
    call,
    sql: (sql, parametros, context) => call('consulta', { sql }, parametros, context),
    stream(sql, parametros = {}, objeto = {}) {
      const { stream } = prepare('consulta', { sql, ...objeto }, parametros)
      if (!stream) throw new Error('this statement has no cursor')
      return stream(connection, parametros, callContext())
    },
  }
}
