import { z } from 'zod'
import { FICHA, GUARDADO } from './ficha.ts'

const CANALES = z.union([z.literal('todos'), z.array(z.uuid()).max(1_000)]).meta({ title: 'Canales' })

const CAPACIDADES = z
  .array(z.uuid())
  .max(1_000)
  .default([])
  .meta({ title: 'Herramientas MCP', description: 'Lo que un asistente que lo lleve puede usar.' })

const fields = z.strictObject({
  nombre: FICHA.nombre,
  canales: CANALES,
  capacidades: CAPACIDADES,
  /** ISO 8601 with its zone; null: never. */
  expiraEn: z.iso.datetime({ offset: true }).nullable().default(null).meta({ title: 'Vence' }),
})

/** What opens canales of access `token`, and tools of MCP. */
export const tokenSchema = fields.refine(
  ({ canales, capacidades }) => canales.length > 0 || capacidades.length > 0,
  { path: ['canales'], message: 'Elija al menos un canal o una herramienta.' },
)
export type TokenInput = z.infer<typeof tokenSchema>

export const tokenGuardadoSchema = fields
  .extend({
    ...GUARDADO,
    /** How it begins, so that a person can tell tokens apart. */
    prefijo: z.string(),
    ultimoUso: z.iso.datetime().nullable(),
    revocadoEn: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TokenGuardado' })
export type TokenGuardado = z.infer<typeof tokenGuardadoSchema>

/** Only where it is made or rotated: the token itself, shown once. */
export const tokenEmitidoSchema = tokenGuardadoSchema
  .extend({ token: z.string() })
  .meta({ id: 'TokenEmitido' })
export type TokenEmitido = z.infer<typeof tokenEmitidoSchema>

/** What a token is worth; of one that will expire within the days of warning, `porVencer`. */
export const ESTADOS_TOKEN = ['vigente', 'porVencer', 'vencido', 'revocado'] as const
export type EstadoToken = (typeof ESTADOS_TOKEN)[number]
