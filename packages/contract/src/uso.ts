import { z } from 'zod'

/** Who uses a thing: an entry of `GET /api/R/:id/usos`. */
export const usoSchema = z
  .strictObject({
    recurso: z.string(),
    id: z.uuid(),
    nombre: z.string(),
    /** Where in it, when there is more to say than its name. */
    detalle: z.string().exactOptional(),
  })
  .meta({ id: 'Uso' })
export type Uso = z.infer<typeof usoSchema>
