import { z } from 'zod'
import { addressFields, CREDENTIAL_FIELDS, TLS_FIELDS } from '../network-fields.ts'

/** An address alone, or with a name before it: `Avisos <avisos@ejemplo.es>`. */
export const DIRECCION = /^(?:[^<>,;"\r\n]*<[^\s<>,;"@]+@[^\s<>,;"@]+>|[^\s<>,;"@]+@[^\s<>,;"@]+)$/
export const NO_ES_DIRECCION = 'Use una dirección de correo, como ana@ejemplo.es o Ana <ana@ejemplo.es>.'

export const smtpConfigSchema = z.strictObject({
  ...addressFields({ puerto: 587, ejemplo: 'smtp.ejemplo.com' }),
  seguridad: z
    .enum(['starttls', 'tls', 'ninguna'])
    .default('starttls')
    .meta({
      title: 'Seguridad',
      etiquetas: {
        starttls: 'STARTTLS (587): se cifra después de saludar',
        tls: 'TLS desde el principio (465)',
        ninguna: 'Ninguna (25): todo viaja a la vista',
      },
    }),
  ...CREDENTIAL_FIELDS,
  remitente: z
    .string()
    .trim()
    .max(320)
    .regex(DIRECCION, NO_ES_DIRECCION)
    .meta({
      title: 'Remitente',
      description: 'De quien son los correos cuando el nodo no dice otro.',
      examples: ['Avisos <avisos@ejemplo.es>'],
    }),
  ca: TLS_FIELDS.sslCa,
})
export type SmtpConfig = z.output<typeof smtpConfigSchema>
