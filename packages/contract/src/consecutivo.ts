import { z } from 'zod'
import { FICHA, GUARDADO, nombreDeFormulaSchema, USADO } from './ficha.ts'

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

/** Text beyond 2^53, where a number would not be exact. */
const enteroSchema = z.union([z.int(), z.string()])

export const consecutivoGuardadoSchema = consecutivoSchema
  .extend({
    ...GUARDADO,
    ultimo: enteroSchema.nullable().meta({ description: 'El último valor dado; null: ninguno todavía.' }),
  })
  .meta({ id: 'ConsecutivoGuardado' })
export type ConsecutivoGuardado = z.infer<typeof consecutivoGuardadoSchema>

export const consecutivoResumenSchema = consecutivoGuardadoSchema
  .extend(USADO)
  .meta({ id: 'ConsecutivoResumen' })
export type ConsecutivoResumen = z.infer<typeof consecutivoResumenSchema>

/** A value that was given out: text too where the sequence has a prefix or a width. */
export const valorTomadoSchema = z
  .strictObject({ nombre: z.string(), valor: enteroSchema })
  .meta({ id: 'ValorTomado' })
export type ValorTomado = z.infer<typeof valorTomadoSchema>
