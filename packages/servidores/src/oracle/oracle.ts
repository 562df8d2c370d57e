import { isIP } from 'node:net'
import { z } from 'zod'
import type { ConnectDeps } from '../define-servidor.ts'
import { openUnlessAborted } from '../leavable-connection.ts'
import { networkConfig } from '../sql/config-sql.ts'
import { defineServidorSql } from '../sql/define-servidor-sql.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { Zona } from '../sql/local-time.ts'
import { goBy, guardTransport, type Way } from './guard-oracle.ts'
import { OracleConnection } from './oracle-connection.ts'
import { ORACLE_DIALECT } from './oracle-dialect.ts'
import { classifyOracle } from './oracle-failure.ts'
import { LOOK_SQL, readHuella, settingsSql } from './oracle-session.ts'

const {
  // Certificates and keys come in a wallet, and what it holds is always checked.
  sslVerificar: _verificar,
  sslCa: _ca,
  sslCertificado: _certificado,
  sslClave: _clave,
  // Nothing in a session of it refuses what writes: a user who may only read does.
  soloLectura: _soloLectura,
  ...CONFIG
} = networkConfig({ puerto: 1_521, baseDatos: 'FREEPDB1' })

const configSchema = z.strictObject({
  ...CONFIG,
  baseDatos: z
    .string()
    .regex(/^[\w.$#-]{1,128}$/, 'Use letras, cifras y los signos . _ $ # -')
    .default('FREEPDB1')
    .meta({ title: 'Servicio', description: 'El nombre del servicio (SERVICE_NAME).' }),
  sslBilletera: z.string().max(100_000).optional().meta({
    title: 'Billetera',
    description: 'El texto de ewallet.pem. Si falta, las autoridades que el sistema conoce.',
    secret: true,
    avanzado: true,
  }),
  sslBilleteraClave: z
    .string()
    .max(1_000)
    .optional()
    .meta({ title: 'Contraseña de la billetera', secret: true, avanzado: true }),
})
type Config = z.output<typeof configSchema>

export const oracle = defineServidorSql<typeof configSchema, OracleConnection>({
  tipoServidor: 'oracle',
  label: 'Oracle',
  summary: 'Consultas, tablas, procedimientos y funciones de una base Oracle 12.1 o posterior.',
  config: configSchema,
  dialect: ORACLE_DIALECT,
  hasRutinas: true,
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl }),
  connect,
})

async function connect(
  config: Config,
  { servidor, red, limits, signal, zona }: ConnectDeps & { zona: Zona },
): Promise<OracleConnection> {
  const { address, family } = await red.resolve(config.host)
  // Loaded here so that the catalogue can be read without any driver.
  const [{ default: oracledb }, { default: Transport }] = await Promise.all([
    import('oracledb'),
    import('oracledb/lib/thin/sqlnet/ntTcp.js'),
  ])
  guardTransport(Transport.prototype)
  // With TLS the certificate is of the name; without it the name need not be asked for again.
  const isNamed = config.ssl && isIP(config.host) === 0
  const host = isNamed ? config.host : family === 6 ? `[${address}]` : address
  const way: Way = { red, signal, sockets: [] }
  const leave = () => {
    for (const socket of way.sockets) socket.destroy()
  }
  try {
    const { driver, huella } = await openUnlessAborted(
      signal,
      () =>
        goBy(way, async () => {
          const opened = await oracledb.getConnection(attributesOf(config, host, limits.conexionMs))
          for (const sql of settingsSql(config.zonaHoraria)) await opened.execute(sql)
          return { driver: opened, huella: await readHuella(opened, LOOK_SQL, oracledb) }
        }),
      leave,
    )
    return new OracleConnection({ servidor, limits, oracledb, driver, huella, zona, leave })
  } catch (cause) {
    leave()
    throw errorOfFallo(servidor, classifyOracle(cause), cause)
  }
}

function attributesOf(config: Config, host: string, conexionMs: number) {
  const { puerto, baseDatos, usuario, contrasena, ssl, sslBilletera, sslBilleteraClave } = config
  const seconds = Math.ceil(conexionMs / 1_000)
  return {
    user: usuario,
    password: contrasena,
    connectString: `${ssl ? 'tcps' : 'tcp'}://${host}:${puerto}/${baseDatos}`,
    connectTimeout: seconds,
    transportConnectTimeout: seconds,
    ...(sslBilletera && { walletContent: sslBilletera }),
    ...(sslBilleteraClave && { walletPassword: sslBilleteraClave }),
  }
}
