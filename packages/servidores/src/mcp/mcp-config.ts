import { type HerramientaPermitida, herramientaPermitidaSchema, LIMITS } from '@div/contract'
import { z } from 'zod'
import { cabecerasSchema, nameProblem } from '../http/cabeceras.ts'
import { tlsField } from '../pem.ts'

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const HTTP = 'Use una dirección http:// o https:// completa.'
const isPlain = (text: string) => !URL.canParse(text) || (new URL(text).username === '' && !/#/.test(text))

const secret = (title: string) => z.string().trim().max(4_000).meta({ title, secret: true })
const alcance = z
  .string()
  .trim()
  .max(2_000)
  .default('')
  .meta({ title: 'Alcance', description: 'Vacío: el que el servidor pide.', avanzado: true })

const autenticacionSchema = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('ninguna') }).meta({ title: 'Ninguna' }),
  z.object({ tipo: z.literal('bearer'), token: secret('Token').min(1) }).meta({ title: 'Token Bearer' }),
  z
    .object({
      tipo: z.literal('cabecera'),
      nombre: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .default('X-API-Key')
        .superRefine((nombre, context) => {
          const message = nameProblem(nombre)
          if (message !== null) context.addIssue({ code: 'custom', message })
        })
        .meta({ title: 'Cabecera' }),
      clave: secret('Clave').min(1),
    })
    .meta({ title: 'Clave en una cabecera' }),
  z
    .object({
      tipo: z.literal('oauthCliente'),
      clienteId: z.string().trim().min(1).max(2_000).meta({ title: 'Cliente' }),
      clienteSecreto: secret('Secreto del cliente').min(1),
      urlToken: z
        .string()
        .trim()
        .max(2_000)
        .default('')
        .refine((text) => text === '' || isHttp(text), HTTP)
        .meta({
          title: 'Dirección del token',
          description: 'Vacía: la que el servidor anuncia.',
          avanzado: true,
        }),
      alcance,
    })
    .meta({ title: 'OAuth 2.1, como aplicación' }),
  z
    .object({
      tipo: z.literal('oauthCodigo'),
      clienteId: z.string().trim().max(2_000).default('').meta({
        title: 'Cliente',
        description: 'Vacío: DIV se registra solo, si el servidor lo admite.',
      }),
      clienteSecreto: secret('Secreto del cliente').default(''),
      alcance,
    })
    .meta({ title: 'OAuth 2.1, con la autorización de una persona' }),
])

export const mcpConfigSchema = z.object({
  url: z
    .string()
    .trim()
    .max(2_000)
    .refine(isHttp, HTTP)
    .refine(isPlain, 'La dirección no lleva usuario ni fragmento.')
    .meta({
      title: 'Dirección',
      description: 'La de Streamable HTTP. Los servidores que se inician con una orden no se admiten.',
      examples: ['https://mcp.ejemplo.com/mcp'],
    }),
  autenticacion: autenticacionSchema.default({ tipo: 'ninguna' }).meta({ title: 'Autenticación' }),
  cabeceras: cabecerasSchema,
  tls: tlsField,
  /** Chosen one by one in `/mcp`. */
  herramientas: z
    .array(herramientaPermitidaSchema)
    .max(LIMITS.mcpHerramientas)
    .default([])
    .meta({ title: 'Herramientas permitidas', oculto: true }),
})
export type McpConfig = z.output<typeof mcpConfigSchema>

/** What stands in the settings to prove who calls. */
export function listSecretos({ autenticacion }: Pick<McpConfig, 'autenticacion'>): string[] {
  switch (autenticacion.tipo) {
    case 'bearer':
      return [autenticacion.token]
    case 'cabecera':
      return [autenticacion.clave]
    case 'oauthCliente':
    case 'oauthCodigo':
      return [autenticacion.clienteSecreto]
    case 'ninguna':
      return []
  }
}

/** Null: nobody has allowed it. */
export function findPermitida(
  { herramientas }: Pick<McpConfig, 'herramientas'>,
  nombre: string,
): HerramientaPermitida | null {
  return herramientas.find((each) => each.nombre === nombre) ?? null
}
