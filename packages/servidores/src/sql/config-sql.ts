import { z } from 'zod'
import { openZona } from './local-time.ts'

export const zonaHorariaSchema = z
  .string()
  .default('UTC')
  .refine(
    (nombre) => openZona(nombre) !== null,
    'No existe esta zona horaria. Use un nombre como America/Bogota, UTC o ±HH:MM.',
  )
  .meta({
    title: 'Zona horaria',
    description: 'De las fechas y horas que la base guarda sin zona.',
    examples: ['America/Bogota'],
  })

const PEM = 'Texto PEM.'

const opcionesSslSchema = z.strictObject({
  verificar: z.boolean().default(true).meta({ title: 'Verificar el certificado' }),
  ca: z.string().optional().meta({ title: 'Autoridad (CA)', description: PEM }),
  certificado: z.string().optional().meta({ title: 'Certificado de cliente', description: PEM }),
  clave: z.string().optional().meta({ title: 'Clave del certificado', description: PEM, secret: true }),
})

/** `false`, `true` (verified with the runtime's authorities), or how. */
export const sslSchema = z.union([z.boolean(), opcionesSslSchema]).default(false).meta({ title: 'TLS' })
type Ssl = z.output<typeof sslSchema>

export interface TlsOptions {
  rejectUnauthorized: boolean
  ca?: string
  cert?: string
  key?: string
}

/** Null: without TLS. */
export function tlsOptionsOf(ssl: Ssl): TlsOptions | null {
  if (ssl === false) return null
  if (ssl === true) return { rejectUnauthorized: true }
  const { verificar, ca, certificado, clave } = ssl
  return {
    rejectUnauthorized: verificar,
    ...(ca !== undefined && { ca }),
    ...(certificado !== undefined && { cert: certificado }),
    ...(clave !== undefined && { key: clave }),
  }
}

/** The fields of a database that is reached over the network. */
export function networkConfig({ puerto, baseDatos }: { puerto: number; baseDatos: string }) {
  return {
    host: z.string().trim().min(1).max(255).meta({ title: 'Host' }),
    puerto: z.int().min(1).max(65_535).default(puerto).meta({ title: 'Puerto' }),
    baseDatos: z.string().min(1).max(128).default(baseDatos).meta({ title: 'Base de datos' }),
    usuario: z.string().min(1).max(128).meta({ title: 'Usuario' }),
    contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
    ssl: sslSchema,
    zonaHoraria: zonaHorariaSchema,
    soloLectura: z.boolean().default(false).meta({
      title: 'Solo lectura',
      description: 'La base rechaza todo lo que escriba.',
    }),
  }
}
