import { z } from 'zod'
import { pemSchema } from '../pem.ts'

/** An address alone, or with a name before it: `Avisos <avisos@ejemplo.es>`. */
export const DIRECCION = /^(?:[^<>,;"\r\n]*<[^\s<>,;"@]+@[^\s<>,;"@]+>|[^\s<>,;"@]+@[^\s<>,;"@]+)$/
export const NO_ES_DIRECCION = 'Use una dirección de correo, como ana@ejemplo.es o Ana <ana@ejemplo.es>.'

export const smtpConfigSchema = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .meta({ title: 'Host', examples: ['smtp.ejemplo.com'] }),
  puerto: z
    .int()
    .min(1)
    .max(65_535)
    .default(587)
    .meta({ title: 'Puerto', description: '587 con STARTTLS, 465 con TLS, 25 entre servidores.' }),
  seguridad: z
    .enum(['starttls', 'tls', 'ninguna'])
    .default('starttls')
    .meta({
      title: 'Seguridad',
      etiquetas: {
        starttls: 'STARTTLS: se cifra después de saludar',
        tls: 'TLS desde el principio',
        ninguna: 'Ninguna: todo viaja a la vista',
      },
    }),
  usuario: z
    .string()
    .max(320)
    .default('')
    .meta({ title: 'Usuario', description: 'Vacío: el servidor no pide ninguno.' }),
  contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
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
  ca: pemSchema.meta({
    title: 'Autoridad (CA)',
    description: 'Texto PEM. Si falta, las que el sistema conoce.',
    avanzado: true,
  }),
})
export type SmtpConfig = z.output<typeof smtpConfigSchema>
