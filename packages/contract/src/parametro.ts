import { z } from 'zod'
import { FICHA, GUARDADO, nombreDeFormulaSchema, USADO } from './ficha.ts'
import { TIPOS_DATO } from './flujo.ts'

/** The resource: a named value that formulas read with PARAMETRO("nombre"). Not the parameter item of a node, which is in flujo.ts. */
export const parametroCompartidoSchema = z.strictObject({
  ...FICHA,
  nombre: nombreDeFormulaSchema,
  tipo: z.enum(TIPOS_DATO).default('texto').meta({ title: 'Tipo' }),
  /** A secret value is write-only: it is read back as `{ "definido": true }`. */
  secreto: z.boolean().default(false).meta({ title: 'Secreto' }),
  valor: z.unknown().optional().meta({ title: 'Valor' }),
})
export type ParametroCompartido = z.infer<typeof parametroCompartidoSchema>

/** `valor` is the value of its type, or `{ "definido": true }` of a secret one. */
export const parametroGuardadoSchema = parametroCompartidoSchema
  .extend({ ...GUARDADO, valor: z.unknown() })
  .meta({ id: 'ParametroGuardado' })
export type ParametroGuardado = z.infer<typeof parametroGuardadoSchema>

export const parametroResumenSchema = parametroGuardadoSchema.extend(USADO).meta({ id: 'ParametroResumen' })
export type ParametroResumen = z.infer<typeof parametroResumenSchema>
