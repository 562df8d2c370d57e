import { z } from 'zod'
import { carpetaSchema } from '../archivos/ruta.ts'
import { tlsField } from '../pem.ts'

const isHttpOrEmpty = (text: string) =>
  text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
const isBare = (text: string) => {
  if (!URL.canParse(text)) return true
  const { username, pathname, search, hash } = new URL(text)
  return username === '' && pathname === '/' && search === '' && hash === ''
}

export const s3ConfigSchema = z.strictObject({
  endpoint: z
    .string()
    .trim()
    .max(2_000)
    .default('')
    .refine(isHttpOrEmpty, 'Use una dirección http:// o https:// completa.')
    .refine(isBare, 'La dirección no lleva usuario, ruta ni consulta.')
    .meta({
      title: 'Dirección',
      description: 'De MinIO, Ceph u otro servicio compatible. Vacía: la de Amazon S3 en esa región.',
      examples: ['https://minio.ejemplo.com:9000'],
    }),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,64}$/, 'Una región son minúsculas, cifras y guiones.')
    .default('us-east-1')
    .meta({ title: 'Región', examples: ['eu-west-1'] }),
  claveAcceso: z.string().min(1).max(1_000).meta({ title: 'Clave de acceso' }),
  claveSecreta: z.string().min(1).max(1_000).meta({ title: 'Clave secreta', secret: true }),
  tokenSesion: z.string().max(10_000).default('').meta({
    title: 'Token de sesión',
    description: 'De credenciales temporales.',
    secret: true,
    unaLinea: true,
    avanzado: true,
  }),
  bucket: z
    .string()
    .trim()
    .regex(/^([A-Za-z0-9][A-Za-z0-9._-]{1,253})?$/, 'No es el nombre de un bucket.')
    .default('')
    .meta({
      title: 'Bucket',
      description: 'De él son todas las rutas. Vacío: cada ruta empieza por el suyo.',
      examples: ['facturas'],
    }),
  carpeta: carpetaSchema.meta({
    title: 'Carpeta',
    description: 'De ella parten las rutas, y ninguna sale de ella. Vacía: sin ese límite.',
    examples: ['/intercambio'],
  }),
  bucketEnRuta: z.boolean().default(true).meta({
    title: 'El bucket va en la ruta',
    description: 'Y no en el nombre del equipo, como solo admiten algunos servicios.',
    avanzado: true,
  }),
  tls: tlsField,
})
export type S3Config = z.output<typeof s3ConfigSchema>

export function endpointOf({ endpoint, region }: S3Config): string {
  return endpoint || `https://s3.${region}.amazonaws.com`
}
