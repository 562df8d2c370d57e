import type { ConnectionConfiguration } from 'tedious'
import { z } from 'zod'
import type { ConnectDeps } from '../define-servidor.ts'
import { tlsOptionsOf } from '../network-fields.ts'
import { networkConfig } from '../sql/config-sql.ts'
import { defineServidorSql } from '../sql/define-servidor-sql.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { Zona } from '../sql/local-time.ts'
import { keepDecimalsExact } from './exact-decimals.ts'
import { openSqlserver } from './open-sqlserver.ts'
import { SqlserverConnection } from './sqlserver-connection.ts'
import { SQLSERVER_DIALECT } from './sqlserver-dialect.ts'
import { classifySqlserver } from './sqlserver-failure.ts'
import { SqlserverSession } from './sqlserver-session.ts'

// Nothing in a session of it refuses what writes: a user who may only read does.
const { soloLectura: _, ...CONFIG } = networkConfig({ puerto: 1_433, baseDatos: 'master' })

const configSchema = z.strictObject(CONFIG)
type Config = z.output<typeof configSchema>

export const sqlserver = defineServidorSql<typeof configSchema, SqlserverConnection>({
  tipoServidor: 'sqlserver',
  label: 'SQL Server',
  summary: 'Consultas, tablas, procedimientos y funciones de un SQL Server o Azure SQL.',
  config: configSchema,
  dialect: SQLSERVER_DIALECT,
  hasRutinas: true,
  // Its TLS is wrapped in packets of its protocol: the sign-in tells how that goes.
  destino: ({ host, puerto }) => ({ host, puerto, tls: false }),
  connect,
})

async function connect(
  config: Config,
  { servidor, red, limits, signal, zona }: ConnectDeps & { zona: Zona },
): Promise<SqlserverConnection> {
  // Loaded here so that the catalogue can be read without any driver.
  const [tedious, { default: valueParser }] = await Promise.all([
    import('tedious'),
    import('tedious/lib/value-parser.js'),
  ])
  keepDecimalsExact(valueParser)
  try {
    const opened = await openSqlserver({
      tedious,
      red,
      signal,
      configuration: configurationOf(config, limits),
    })
    return new SqlserverConnection({
      servidor,
      limits,
      session: new SqlserverSession({ ...opened, tedious, zona }),
    })
  } catch (cause) {
    throw errorOfFallo(servidor, classifySqlserver(cause), cause)
  }
}

function configurationOf(
  config: Config,
  { conexionMs, cancelacionMs }: ConnectDeps['limits'],
): ConnectionConfiguration {
  const { host, puerto, baseDatos, usuario, contrasena } = config
  const tls = tlsOptionsOf(config)
  const { rejectUnauthorized = true, ...certificates } = tls ?? {}
  return {
    server: host,
    authentication: { type: 'default', options: { userName: usuario, password: contrasena } },
    options: {
      port: puerto,
      database: baseDatos,
      appName: 'DIV',
      connectTimeout: conexionMs,
      cancelTimeout: cancelacionMs,
      // Each statement has the time of its call, by which it is cancelled.
      requestTimeout: 0,
      // The pool opens another one, and nothing is sent twice.
      maxRetriesOnTransientErrors: 0,
      useUTC: true,
      encrypt: tls !== null,
      trustServerCertificate: !rejectUnauthorized,
      cryptoCredentialsDetails: certificates,
    },
  }
}
