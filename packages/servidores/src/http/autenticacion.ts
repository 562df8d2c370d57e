import { z } from 'zod'

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
        .enum(['cabecera', 'consulta', 'cookie'])
        .default('cabecera')
        .meta({
          title: 'Dónde va',
          etiquetas: { cabecera: 'En una cabecera', consulta: 'En la consulta', cookie: 'En una cookie' },
        }),
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

/** How whoever calls a service over HTTP proves who it is. */
export const autenticacionField = autenticacionSchema
  .default({ tipo: 'ninguna' })
  .meta({ title: 'Autenticación' })
