import { z } from 'zod'
import { GUARDADO, USADO } from './ficha.ts'

/** How tools are named (Model Context Protocol, Tools): what any client of it takes. */
const NOMBRE = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'Empiece por una letra y use minúsculas sin acento, dígitos y guion bajo, como consultar_cliente.',
  )
  .meta({ title: 'Nombre', examples: ['consultar_cliente'] })

/** What it does when it is used. */
const OBJETIVO = z
  .discriminatedUnion('tipo', [
    z.strictObject({
      tipo: z.literal('proceso'),
      procesoId: z.uuid('Elija un proceso.').meta({ title: 'Proceso' }),
    }),
  ])
  .meta({ title: 'Qué hace' })

/** One thing that an artificial intelligence may do here. */
export const aiCapabilitySchema = z.strictObject({
  nombre: NOMBRE,
  descripcion: z
    .string()
    .trim()
    .min(1, 'Diga qué hace y cuándo usarla: es todo lo que el modelo sabe de ella.')
    .max(2_000)
    .meta({ title: 'Descripción para el modelo' }),
  objetivo: OBJETIVO,
  escribe: z
    .boolean()
    .default(true)
    .meta({ title: 'Cambia datos', description: 'Quien la use sabrá que no solo consulta.' }),
  /** Calls a minute of each caller; null: as many as the motor admits. */
  porMinuto: z.int().min(1).max(100_000).nullable().default(60).meta({ title: 'Llamadas por minuto' }),
  enMcp: z.boolean().default(false).meta({ title: 'Publicada por MCP' }),
  activo: z.boolean().default(true).meta({ title: 'Activa' }),
})
export type AiCapability = z.infer<typeof aiCapabilitySchema>

export const aiCapabilityGuardadaSchema = aiCapabilitySchema
  .extend(GUARDADO)
  .meta({ id: 'AiCapabilityGuardada' })
export type AiCapabilityGuardada = z.infer<typeof aiCapabilityGuardadaSchema>

export const aiCapabilityResumenSchema = aiCapabilityGuardadaSchema
  .extend({
    ...USADO,
    /** Of its proceso. */
    proceso: z.string(),
    /** Nobody can use it before its proceso is. */
    publicado: z.boolean(),
  })
  .meta({ id: 'AiCapabilityResumen' })
export type AiCapabilityResumen = z.infer<typeof aiCapabilityResumenSchema>
