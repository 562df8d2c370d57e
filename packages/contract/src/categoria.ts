import { z } from 'zod'
import { FICHA, GUARDADO } from './ficha.ts'

export const categoriaSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Use un color como #1a73e8.')
    .nullable()
    .default(null)
    .meta({ title: 'Color' }),
  /** The category that holds it; null at the top of the tree. */
  padreId: z.uuid().nullable().default(null).meta({ title: 'Dentro de' }),
  orden: z.int().min(0).max(1_000_000).default(0).meta({ title: 'Orden' }),
})
export type Categoria = z.infer<typeof categoriaSchema>

export const categoriaGuardadaSchema = categoriaSchema.extend(GUARDADO).meta({ id: 'CategoriaGuardada' })
export type CategoriaGuardada = z.infer<typeof categoriaGuardadaSchema>
