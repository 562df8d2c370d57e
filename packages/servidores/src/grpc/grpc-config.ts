import { z } from 'zod'
import { archivosField, documentosField } from '../contrato/contrato-fields.ts'
import { addressFields, TLS_FIELDS } from '../network-fields.ts'

export const grpcConfigSchema = z.object({
  ...addressFields({ puerto: 50_051, ejemplo: 'grpc.ejemplo.com' }),
  ...TLS_FIELDS,
  token: z.string().max(10_000).default('').meta({
    title: 'Token',
    description: 'Va en cada llamada como «authorization: Bearer …». Vacío: ninguno.',
    secret: true,
    unaLinea: true,
  }),
  autoridad: z
    .string()
    .trim()
    .max(255)
    .regex(/^[\w.:[\]-]*$/, 'Escriba un nombre, con su puerto si hace falta.')
    .default('')
    .meta({
      title: 'Autoridad',
      description: 'El nombre que se pide y el del certificado, si no es el del equipo.',
      avanzado: true,
    }),
  archivos: archivosField({
    description: 'Los .proto del servicio y los que importan.',
    ejemplo: 'clientes.proto',
    extensiones: ['.proto'],
  }).meta({
    title: 'Definiciones (.proto)',
    description: 'Las del servicio y las que importan. Las de Google no hacen falta.',
  }),
  documentos: documentosField,
})
export type GrpcConfig = z.output<typeof grpcConfigSchema>
