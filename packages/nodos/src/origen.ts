import { referenciaSchema } from '@div/contract'
import { z } from 'zod'

/** A literal, a reference or a formula, as every place of a node that takes a value stores it. */
export const origenSchema = z.strictObject({
  valor: z.unknown().optional(),
  valorAsignado: referenciaSchema.optional(),
  expresion: z.string().optional(),
})
