import { z } from 'zod'
import { definidoSchema, FICHA } from '../ficha.ts'

/** Variables of one entorno. */
const MAX_VARIABLES = 200

const nombreSchema = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_.-]{1,100}$/u, 'Use letras, dígitos, punto, guion o guion bajo.')

const variableSchema = z.strictObject({
  nombre: nombreSchema,
  secreto: z.boolean().default(false),
  /** Of a secret, `{ definido: true }` keeps the one that is stored. */
  valor: z.union([z.string().max(8_192), definidoSchema]),
})

/** Values that the peticiones of one person name. */
export const entornoSchema = z.strictObject({
  nombre: FICHA.nombre,
  variables: z
    .array(variableSchema)
    .max(MAX_VARIABLES)
    .refine(
      (variables) => new Set(variables.map(({ nombre }) => nombre)).size === variables.length,
      'Dos variables tienen el mismo nombre.',
    ),
})
export type Entorno = z.infer<typeof entornoSchema>

export const entornoGuardadoSchema = entornoSchema
  .extend({ id: z.uuid(), revision: z.int(), actualizadoEn: z.iso.datetime() })
  .meta({ id: 'EntornoGuardado' })
export type EntornoGuardado = z.infer<typeof entornoGuardadoSchema>
