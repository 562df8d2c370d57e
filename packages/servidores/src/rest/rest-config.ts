import { z } from 'zod'
import { pemSchema } from '../pem.ts'
import { cabecerasSchema } from './cabeceras.ts'
import { LEAVES_BASE, leavesBase } from './ruta.ts'

const secret = (title: string) => z.string().meta({ title, secret: true })

const autenticacionSchema = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('ninguna') }).meta({ title: 'Ninguna' }),
  z
    .object({
      tipo: z.literal('basico'),
      usuario: z.string().min(1).meta({ title: 'Usuario' }),
      contrasena: secret('Contraseña'),
    })
    .meta({ title: 'Usuario y contraseña' }),
  z.object({ tipo: z.literal('bearer'), token: secret('Token') }).meta({ title: 'Token Bearer' }),
  z
    .object({
      tipo: z.literal('apiKey'),
      lugar: z
        .enum(['cabecera', 'consulta'])
        .default('cabecera')
        .meta({ title: 'Dónde va', etiquetas: { cabecera: 'En una cabecera', consulta: 'En la consulta' } }),
      nombre: z.string().min(1).default('X-API-Key').meta({ title: 'Nombre' }),
      clave: secret('Clave'),
    })
    .meta({ title: 'Clave de API' }),
  z
    .object({
      tipo: z.literal('oauth2'),
      urlToken: z.url({ protocol: /^https?$/ }).meta({
        title: 'Dirección del token',
        examples: ['https://acceso.ejemplo.com/oauth/token'],
      }),
      clienteId: z.string().min(1).meta({ title: 'Cliente' }),
      clienteSecreto: secret('Secreto del cliente'),
      alcance: z
        .string()
        .default('')
        .meta({ title: 'Alcance', examples: ['pedidos.leer'] }),
      audiencia: z.string().default('').meta({ title: 'Audiencia', avanzado: true }),
      /** RFC 6749, 2.3.1 */
      credencialesEn: z
        .enum(['cabecera', 'cuerpo'])
        .default('cabecera')
        .meta({
          title: 'Cómo se identifica el cliente',
          etiquetas: { cabecera: 'En la cabecera Authorization', cuerpo: 'En el cuerpo' },
          avanzado: true,
        }),
    })
    .meta({ title: 'OAuth 2.0' }),
])
export type Autenticacion = z.output<typeof autenticacionSchema>

export const restConfigSchema = z.object({
  urlBase: z
    .url({ protocol: /^https?$/, error: 'Use una dirección http:// o https:// completa.' })
    .refine((url) => URL.canParse(url) && new URL(url).username === '', 'Ponga el usuario en Autenticación.')
    .refine((url) => !/[?#]/.test(url), 'La dirección base no lleva consulta ni fragmento.')
    .meta({ title: 'Dirección base', examples: ['https://api.ejemplo.com/v1'] }),
  autenticacion: autenticacionSchema.default({ tipo: 'ninguna' }).meta({ title: 'Autenticación' }),
  cabeceras: cabecerasSchema,
  rutaPrueba: z
    .string()
    .regex(/^(\/[^\s?#]*(\?[^\s#]*)?)?$/, 'Empiece por / y no use espacios ni #.')
    .refine((ruta) => !leavesBase(ruta.split('?')[0] ?? ''), LEAVES_BASE)
    .default('')
    .meta({
      title: 'Ruta de prueba',
      description: 'Lo que pide la prueba de conexión, desde la dirección base.',
      examples: ['/salud'],
    }),
  tls: z
    .object({
      ca: pemSchema.meta({
        title: 'Autoridad (CA)',
        description: 'Texto PEM. Si falta, las que el sistema conoce.',
      }),
      certificado: pemSchema.meta({ title: 'Certificado de cliente', description: 'Texto PEM.' }),
      clave: pemSchema.meta({ title: 'Clave del certificado', description: 'Texto PEM.', secret: true }),
    })
    .default({})
    .meta({ title: 'TLS', avanzado: true }),
})
export type RestConfig = z.output<typeof restConfigSchema>
