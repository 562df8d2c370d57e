import { z } from 'zod'
import { cabecerasSchema } from './cabeceras.ts'
import { LEAVES_BASE, leavesBase } from './ruta.ts'

const secret = (title: string) => z.string().meta({ title, secret: true })

const autenticacionSchema = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('ninguna') }),
  z.object({
    tipo: z.literal('basico'),
    usuario: z.string().min(1).meta({ title: 'Usuario' }),
    contrasena: secret('Contraseña'),
  }),
  z.object({ tipo: z.literal('bearer'), token: secret('Token') }),
  z.object({
    tipo: z.literal('apiKey'),
    lugar: z.enum(['cabecera', 'consulta']).default('cabecera').meta({ title: 'Dónde va' }),
    nombre: z.string().min(1).default('X-API-Key').meta({ title: 'Nombre' }),
    clave: secret('Clave'),
  }),
  z.object({
    tipo: z.literal('oauth2'),
    urlToken: z.url({ protocol: /^https?$/ }).meta({ title: 'Dirección del token' }),
    clienteId: z.string().min(1).meta({ title: 'Cliente' }),
    clienteSecreto: secret('Secreto del cliente'),
    alcance: z
      .string()
      .default('')
      .meta({ title: 'Alcance', examples: ['pedidos.leer'] }),
    audiencia: z.string().default('').meta({ title: 'Audiencia' }),
    /** RFC 6749, 2.3.1 */
    credencialesEn: z
      .enum(['cabecera', 'cuerpo'])
      .default('cabecera')
      .meta({ title: 'Cómo se identifica el cliente' }),
  }),
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
  /** What the connection test asks for, from the base address. */
  rutaPrueba: z
    .string()
    .regex(/^(\/[^\s?#]*(\?[^\s#]*)?)?$/, 'Empiece por / y no use espacios ni #.')
    .refine((ruta) => !leavesBase(ruta.split('?')[0] ?? ''), LEAVES_BASE)
    .default('')
    .meta({ title: 'Ruta de prueba', examples: ['/salud'] }),
  tls: z
    .object({
      ca: z.string().optional().meta({ title: 'Autoridad (PEM)' }),
      certificado: z.string().optional().meta({ title: 'Certificado del cliente (PEM)' }),
      clave: z.string().optional().meta({ title: 'Clave del certificado (PEM)', secret: true }),
    })
    .default({})
    .meta({ title: 'TLS' }),
})
export type RestConfig = z.output<typeof restConfigSchema>
