import { z } from 'zod'
import { roleSchema } from './permissions.ts'

/** A durable run that waits for a person. */
export const aprobacionSchema = z
  .strictObject({
    id: z.uuid(),
    ejecucionId: z.uuid(),
    procesoId: z.uuid(),
    /** Null: it was removed. */
    proceso: z.string().nullable(),
    /** Of the run; null: it has none, or it is hidden. */
    claveNegocio: z.string().nullable(),
    nodo: z.string(),
    titulo: z.string(),
    descripcion: z.string(),
    /** Who decides; admins always may. */
    rol: roleSchema,
    /** What the process shows. */
    datos: z.record(z.string(), z.unknown()),
    creada: z.iso.datetime(),
    /** Null: it waits as long as it must. */
    vence: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Aprobacion' })
export type Aprobacion = z.infer<typeof aprobacionSchema>

export const decisionSchema = z.strictObject({
  aprobada: z.boolean(),
  comentario: z.string().trim().max(2_000, 'Escriba como mucho 2.000 caracteres.').default(''),
})
export type Decision = z.input<typeof decisionSchema>

export const decididaSchema = z.strictObject({ ejecucionId: z.uuid(), aprobada: z.boolean() })
