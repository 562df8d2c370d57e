import { z } from 'zod'

export const claveSchema = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ title: 'Clave', description: 'Admite {parametro}.', examples: ['cliente:{id}'], enCatalogo: true })

/** Of the whole key. Absent: it stays until somebody removes it. */
export const caducidadSchema = z
  .int()
  .min(1)
  .optional()
  .meta({ title: 'Caduca a los (ms)', description: 'Al guardar. Vacío: no caduca.' })
