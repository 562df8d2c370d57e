import { z } from 'zod'
import type { ConnectDeps } from '../define-servidor.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { networkConfig } from '../sql/config-sql.ts'
import { defineServidorSql } from '../sql/define-servidor-sql.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { Zona } from '../sql/local-time.ts'
import { sendCancelRequest } from './cancel-request.ts'
import { PgConnection } from './pg-connection.ts'
import { classifyPg } from './pg-failure.ts'
import { PgSession } from './pg-session.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'
import { startPgTls } from './start-tls.ts'

const configSchema = z.strictObject(networkConfig({ puerto: 5_432, baseDatos: 'postgres' }))
type Config = z.output<typeof configSchema>

export const postgresql = defineServidorSql<typeof configSchema, PgConnection>({
  tipoServidor: 'postgresql',
  label: 'PostgreSQL',
  summary: 'Consultas, tablas, procedimientos y funciones de una base PostgreSQL.',
  config: configSchema,
  dialect: POSTGRESQL_DIALECT,
  hasRutinas: true,
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl, startTls: startPgTls }),
  connect,
})

async function connect(
  config: Config,
  { servidor, red, limits, signal, zona }: ConnectDeps & { zona: Zona },
): Promise<PgConnection> {
  const { host, puerto, baseDatos, usuario, contrasena, zonaHoraria } = config
  const { address } = await red.resolve(host)
  // Loaded here so that the catalogue can be read without any driver.
  const { default: pg } = await import('pg')
  const tls = tlsOptionsOf(config)
  const client = new pg.Client({
    host: address,
    port: puerto,
    database: baseDatos,
    user: usuario,
    password: contrasena,
    ssl: tls === null ? false : { ...tls, ...servernameOf(host) },
    application_name: 'div',
    connectionTimeoutMillis: limits.conexionMs,
    keepAlive: true,
  })
  const giveUp = () => client.connection.stream.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  // Until the connection has its own listener a failure is told by connecting.
  const ignore = () => {}
  client.on('error', ignore)
  try {
    await client.connect()
    await client.query(sessionSql(config))
  } catch (cause) {
    giveUp()
    throw errorOfFallo(servidor, classifyPg(cause), cause)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  const connection = new PgConnection({
    servidor,
    limits,
    session: new PgSession(client, { zona, limits }),
    requestCancel: () =>
      sendCancelRequest({ address, puerto, ...keyOf(client), timeoutMs: limits.conexionMs }),
  })
  client.off('error', ignore)
  return connection
}

/** How every session writes and reads texts, whatever the server's own settings. */
function sessionSql({ zonaHoraria, soloLectura }: Config): string {
  const zone = /^[+-]\d/.test(zonaHoraria)
    ? `interval '${zonaHoraria}' hour to minute`
    : `'${zonaHoraria.replaceAll("'", "''")}'`
  return [
    `set time zone ${zone}`,
    "set datestyle = 'ISO, YMD'",
    "set intervalstyle = 'iso_8601'",
    'set standard_conforming_strings = on',
    "set bytea_output = 'hex'",
    'set extra_float_digits = 1',
    `set default_transaction_read_only = ${soloLectura ? 'on' : 'off'}`,
  ].join('; ')
}

/** The key that the server gave for cancelling; it is not in the published types. */
const keySchema = z.object({ processID: z.number(), secretKey: z.number() })

function keyOf(client: object): { processId: number; secretKey: number } {
  const { processID, secretKey } = keySchema.parse(client)
  return { processId: processID, secretKey }
}
