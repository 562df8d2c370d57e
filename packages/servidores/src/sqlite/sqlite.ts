import { z } from 'zod'
import type { ConnectDeps } from '../define-servidor.ts'
import { zonaHorariaSchema } from '../sql/config-sql.ts'
import { defineServidorSql } from '../sql/define-servidor-sql.ts'
import type { Zona } from '../sql/local-time.ts'
import { locateArchivo, resolveArchivo } from './locate-archivo.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SQLITE_DIALECT } from './sqlite-dialect.ts'
import { SqliteProcess } from './sqlite-process.ts'

const configSchema = z.strictObject({
  archivo: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .meta({
      title: 'Archivo',
      description: 'En la carpeta permitida para SQLite.',
      examples: ['ventas.db'],
    }),
  soloLectura: z.boolean().default(false).meta({
    title: 'Solo lectura',
    description: 'La base rechaza todo lo que escriba.',
  }),
  zonaHoraria: zonaHorariaSchema,
})

export const sqlite = defineServidorSql<typeof configSchema, SqliteConnection>({
  tipoServidor: 'sqlite',
  label: 'SQLite',
  summary: 'Una base de datos en un archivo de este equipo.',
  config: configSchema,
  dialect: SQLITE_DIALECT,
  hasRutinas: false,
  destino: () => null,
  connect,
  checkConfig({ archivo }, { carpetaArchivos = [] }) {
    resolveArchivo(archivo, carpetaArchivos)
  },
})

async function connect(
  { archivo, soloLectura }: z.output<typeof configSchema>,
  { servidor, limits, carpetaArchivos = [], tiempoMaximoMs, signal, zona }: ConnectDeps & { zona: Zona },
): Promise<SqliteConnection> {
  const path = await locateArchivo(archivo, { carpetas: carpetaArchivos, servidor })
  const process = new SqliteProcess()
  const connection = new SqliteConnection({ servidor, limits, process, zona })
  const abandon = () => process.kill()
  signal.addEventListener('abort', abandon, { once: true })
  try {
    await connection.guard(() =>
      process.ask({
        op: 'open',
        archivo: path,
        soloLectura,
        esperaMs: tiempoMaximoMs,
        sentencias: limits.sentenciasPreparadas,
        maxBytes: limits.respuestaBytes,
      }),
    )
    return connection
  } catch (error) {
    process.kill()
    throw error
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
