import { OTRO } from '@div/contract'
import { defineNodo } from '@div/engine'
import { z } from 'zod'
import { reglaSchema } from '../regla.ts'

const casoSchema = z
  .strictObject({
    nombre: z.string().min(1).max(100).meta({ title: 'Nombre' }),
    expresion: z.string().optional().meta({ title: 'Fórmula' }),
    regla: reglaSchema.optional().meta({ title: 'Regla' }),
  })
  .refine(({ expresion, regla }) => (expresion === undefined) !== (regla === undefined), {
    error: 'Ponga una fórmula o una regla, solo una de las dos.',
  })

export const condicion = defineNodo({
  tipoNodo: 'condicion',
  label: 'Condición',
  summary: 'Sigue por el primer caso que se cumple.',
  config: z.object({
    casos: z
      .array(casoSchema)
      .min(1, 'Añada al menos un caso.')
      .refine(
        (casos) => new Set([OTRO, 'error', ...casos.map(({ nombre }) => nombre)]).size === casos.length + 2,
        {
          error: 'Los nombres de los casos no se pueden repetir ni ser «otro» o «error».',
        },
      )
      .meta({ title: 'Casos' }),
  }),
  salidas: ({ casos }) => [...casos.map(({ nombre }) => nombre), OTRO],
})
