import { z } from 'zod'

const texto = z.string().min(1, 'Escriba el texto.').max(20_000).meta({ title: 'Texto' })

/** How one tells whether an answer is as it was wanted. */
export const evaluadorSchema = z
  .discriminatedUnion('tipo', [
    z.strictObject({ tipo: z.literal('exacto'), texto }),
    z.strictObject({ tipo: z.literal('contiene'), texto }),
    /** It has the data that the agente declares. */
    z.strictObject({ tipo: z.literal('esquema') }),
    /** A model says whether the answer meets this. */
    z.strictObject({
      tipo: z.literal('juez'),
      criterio: z.string().trim().min(1, 'Diga qué debe cumplir.').max(5_000).meta({ title: 'Criterio' }),
    }),
  ])
  .meta({ title: 'Evaluador' })
export type Evaluador = z.infer<typeof evaluadorSchema>
