import { z } from 'zod'
import { pemSchema } from '../pem.ts'
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
    avanzado: true,
  })

export interface TlsOptions {
  rejectUnauthorized: boolean
  ca?: string
  cert?: string
  key?: string
}

interface TlsSettings {
  ssl: boolean
  sslVerificar: boolean
  sslCa?: string | undefined
  sslCertificado?: string | undefined
  sslClave?: string | undefined
}

/** Null: without TLS. */
export function tlsOptionsOf({
  ssl,
  sslVerificar,
  sslCa,
  sslCertificado,
  sslClave,
}: TlsSettings): TlsOptions | null {
  if (!ssl) return null
  return {
    rejectUnauthorized: sslVerificar,
    ...(sslCa !== undefined && { ca: sslCa }),
    ...(sslCertificado !== undefined && { cert: sslCertificado }),
    ...(sslClave !== undefined && { key: sslClave }),
  }
}

/** The fields of a database that is reached over the network. */
export function networkConfig({ puerto, baseDatos }: { puerto: number; baseDatos: string }) {
  return {
    host: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .meta({ title: 'Host', examples: ['db.ejemplo.com'] }),
    puerto: z.int().min(1).max(65_535).default(puerto).meta({ title: 'Puerto' }),
    baseDatos: z.string().min(1).max(128).default(baseDatos).meta({ title: 'Base de datos' }),
    usuario: z.string().min(1).max(128).meta({ title: 'Usuario' }),
    contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
    ssl: z.boolean().default(false).meta({ title: 'TLS', description: 'Cifra la conexión.' }),
    sslVerificar: z.boolean().default(true).meta({
      title: 'Verificar el certificado',
      description: 'De no hacerlo, cualquiera en el camino puede hacerse pasar por la base.',
      avanzado: true,
    }),
    sslCa: pemSchema.meta({
      title: 'Autoridad (CA)',
      description: 'Texto PEM. Si falta, las que el sistema conoce.',
      avanzado: true,
    }),
    sslCertificado: pemSchema.meta({
      title: 'Certificado de cliente',
      description: 'Texto PEM.',
      avanzado: true,
    }),
    sslClave: pemSchema.meta({
      title: 'Clave del certificado',
      description: 'Texto PEM.',
      secret: true,
      avanzado: true,
    }),
    zonaHoraria: zonaHorariaSchema,
    soloLectura: z.boolean().default(false).meta({
      title: 'Solo lectura',
      description: 'La base rechaza todo lo que escriba.',
    }),
  }
}
