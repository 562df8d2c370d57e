import { z } from 'zod'
import { FICHA, GUARDADO, USADO } from './ficha.ts'

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

export const categoriaResumenSchema = categoriaGuardadaSchema.extend(USADO).meta({ id: 'CategoriaResumen' })
export type CategoriaResumen = z.infer<typeof categoriaResumenSchema>

/** What a category holds, in its order; those that are not named stay where they are. */
export const ordenDeCategoriasSchema = z.strictObject({
  /** Null: the top of the tree. */
  padreId: z.uuid().nullable(),
  ids: z
    .array(z.uuid())
    .min(1)
    .max(1_000)
    .refine((ids) => new Set(ids).size === ids.length, 'Cada categoría tiene un solo lugar.'),
})
export type OrdenDeCategorias = z.infer<typeof ordenDeCategoriasSchema>
