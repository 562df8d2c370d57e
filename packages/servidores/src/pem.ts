import { z } from 'zod'
import type { HttpOptions } from './define-servidor.ts'

/** A certificate or key as it is pasted. */
export const pemSchema = z.string().max(100_000).optional()

/** Of what is reached at an address of HTTP, which says itself whether TLS is spoken. */
export const tlsField = z
  .object({
    ca: pemSchema.meta({
      title: 'Autoridad (CA)',
      description: 'Texto PEM. Si falta, las que el sistema conoce.',
    }),
    certificado: pemSchema.meta({ title: 'Certificado de cliente', description: 'Texto PEM.' }),
    clave: pemSchema.meta({ title: 'Clave del certificado', description: 'Texto PEM.', secret: true }),
  })
  .default({})
  .meta({ title: 'TLS', avanzado: true })

export interface TlsSettings {
  ca?: string | undefined
  certificado?: string | undefined
  clave?: string | undefined
}

/** What a form says of certificates, as a client takes it. */
export function tlsOptions({ ca, certificado, clave }: TlsSettings): NonNullable<HttpOptions['tls']> {
  return { ...(ca && { ca }), ...(certificado && { cert: certificado }), ...(clave && { key: clave }) }
}
