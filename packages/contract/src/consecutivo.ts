import { z } from 'zod'
import { FICHA, nombreDeFormulaSchema } from './ficha.ts'

/**
 * A named sequence. Numbers are never given twice in the cluster, but there may be gaps: a value that a failed run took is not given
 * again (docs/decisions/2026-11-21-consecutivos.md).
 */
export const consecutivoSchema = z.strictObject({
  ...FICHA,
  nombre: nombreDeFormulaSchema,
  /** The first value given out. */
  inicio: z.int().default(1).meta({ title: 'Primer valor' }),
  incremento: z
    .int()
    .default(1)
    .refine((incremento) => incremento !== 0, 'El incremento no puede ser cero.')
    .meta({ title: 'Incremento' }),
  prefijo: z.string().max(50).default('').meta({ title: 'Prefijo' }),
  /** Digits that the number is filled up to with zeros; 0: as it is. */
  largo: z.int().min(0).max(30).default(0).meta({ title: 'Dígitos' }),
})
export type Consecutivo = z.infer<typeof consecutivoSchema>
