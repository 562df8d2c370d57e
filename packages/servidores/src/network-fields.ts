import { isIP } from 'node:net'
import { z } from 'zod'
import { pemSchema } from './pem.ts'

/** Where something is reached over the network; the same in every type that has its own protocol. */
export const addressFields = ({ puerto, ejemplo }: { puerto: number; ejemplo: string }) => ({
  host: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .meta({ title: 'Host', examples: [ejemplo] }),
  puerto: z.int().min(1).max(65_535).default(puerto).meta({ title: 'Puerto' }),
})

/** Who signs in, where that may be nobody. */
export const CREDENTIAL_FIELDS = {
  usuario: z
    .string()
    .max(320)
    .default('')
    .meta({ title: 'Usuario', description: 'Vacío: el servidor no pide ninguno.' }),
  contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
}

export const TLS_FIELDS = {
  ssl: z.boolean().default(false).meta({ title: 'TLS', description: 'Cifra la conexión.' }),
  sslVerificar: z.boolean().default(true).meta({
    title: 'Verificar el certificado',
    description: 'De no hacerlo, cualquiera en el camino puede hacerse pasar por el servidor.',
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
}

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

/** The certificate is of the name, the connection goes to the checked address. */
export function servernameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}
