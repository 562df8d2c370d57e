import { z } from 'zod'
import { ESTADOS_EJECUCION } from './ejecucion.ts'

/** Hours that a sparkline shows; the last one is the present hour. */
export const HORAS_DE_ACTIVIDAD = 24

const cuentaSchema = z.strictObject({ total: z.int(), errores: z.int() })

/** What the runs of a proceso or of a canal came to in the last hours. */
export const actividadSchema = cuentaSchema
  .extend({
    porcentajeErrores: z.number().nullable(),
    mediaMs: z.number().nullable(),
    p95Ms: z.number().nullable(),
    /** Oldest first, one entry an hour. */
    horas: z.array(cuentaSchema).length(HORAS_DE_ACTIVIDAD),
    /** Also older than these hours, while the history keeps it. */
    ultima: z
      .strictObject({ id: z.uuid(), inicio: z.iso.datetime(), estado: z.enum(ESTADOS_EJECUCION) })
      .nullable(),
  })
  .meta({ id: 'Actividad' })
export type Actividad = z.infer<typeof actividadSchema>
