import type { Socket } from 'node:net'
import type { ConnectionOptions, Connection as Driver } from 'mysql2'
import { z } from 'zod'
import type { ConnectDeps } from '../define-servidor.ts'
import { tlsOptionsOf } from '../network-fields.ts'
import { networkConfig } from '../sql/config-sql.ts'
import { defineServidorSql } from '../sql/define-servidor-sql.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { Zona } from '../sql/local-time.ts'
import { MysqlConnection } from './mysql-connection.ts'
import { MYSQL_DIALECT } from './mysql-dialect.ts'
import { classifyMysql } from './mysql-failure.ts'
import { MysqlSession } from './mysql-session.ts'
import { startMysqlTls } from './start-tls.ts'

const configSchema = z.strictObject(networkConfig({ puerto: 3_306, baseDatos: 'mysql' }))
type Config = z.output<typeof configSchema>

export const mysql = defineServidorSql<typeof configSchema, MysqlConnection>({
  tipoServidor: 'mysql',
  label: 'MySQL / MariaDB',
  summary: 'Consultas, tablas, procedimientos y funciones de una base MySQL o MariaDB.',
  config: configSchema,
  dialect: MYSQL_DIALECT,
  hasRutinas: true,
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl, startTls: startMysqlTls }),
  connect,
})

async function connect(
  config: Config,
  { servidor, red, limits, signal, zona }: ConnectDeps & { zona: Zona },
): Promise<MysqlConnection> {
  const { address } = await red.resolve(config.host)
  // Loaded here so that the catalogue can be read without any driver.
  const [{ connect: connectTcp }, { default: driver }] = await Promise.all([
    import('node:net'),
    import('mysql2'),
  ])
  const options: ConnectionOptions = {
    // The name is what the certificate is checked for; the socket goes to the checked address.
    host: config.host,
    port: config.puerto,
    database: config.baseDatos,
    user: config.usuario,
    password: config.contrasena,
    connectTimeout: limits.conexionMs,
    maxPreparedStatements: limits.sentenciasPreparadas,
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    // Rows are read without generated code (security rule 3).
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    ...sslOf(config),
  }
  const open = (abort: AbortSignal) => {
    const socket = connectTcp({ host: address, port: config.puerto, keepAlive: true, noDelay: true })
    return openDriver(
      { driver: driver.createConnection({ ...options, stream: () => socket }), socket },
      abort,
    )
  }
  try {
    const main = await open(signal)
    const session = new MysqlSession({ ...main, zona, limits, typed: driver.TypedParameter })
    const connection = new MysqlConnection({
      servidor,
      limits,
      session,
      killQuery: () => killQuery(main, open, AbortSignal.timeout(limits.conexionMs)),
    })
    for (const sql of sessionSql(config)) await session.command(sql)
    return connection
  } catch (cause) {
    throw errorOfFallo(servidor, classifyMysql(cause), cause)
  }
}

function sslOf(config: Config): Pick<ConnectionOptions, 'ssl'> {
  const tls = tlsOptionsOf(config)
  return tls === null ? {} : { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }
}

interface Opened {
  driver: Driver
  socket: Socket
}

function openDriver({ driver, socket }: Opened, signal: AbortSignal): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      driver.destroy()
      socket.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    // Without a listener a failure of an idle connection would end the process.
    driver.on('error', () => {})
    driver.connect((error) => {
      signal.removeEventListener('abort', giveUp)
      if (!error) return resolve({ driver, socket })
      driver.destroy()
      reject(error)
    })
  })
}

async function killQuery(
  { driver: { threadId } }: Opened,
  open: (signal: AbortSignal) => Promise<Opened>,
  signal: AbortSignal,
): Promise<void> {
  const { driver, socket } = await open(signal)
  const giveUp = () => socket.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      driver.query(`kill query ${Number(threadId)}`, (error: unknown) => (error ? reject(error) : resolve()))
    })
  } finally {
    signal.removeEventListener('abort', giveUp)
    driver.end()
  }
}

/** How every session writes and reads texts, whatever the server's own settings. */
function sessionSql({ zonaHoraria, soloLectura }: Config): string[] {
  const zone = /^(?:UTC|Z|Etc\/UTC)$/i.test(zonaHoraria) ? '+00:00' : zonaHoraria
  return [
    `set time_zone = '${zone.replaceAll("'", "''")}'`,
    "set sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
    ...(soloLectura ? ['set session transaction read only'] : []),
  ]
}
