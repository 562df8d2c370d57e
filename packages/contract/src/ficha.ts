import { z } from 'zod'

/** What every definition has besides its own fields. */
export const FICHA = {
  nombre: z.string().trim().min(1).max(200).meta({ title: 'Nombre' }),
  descripcion: z.string().max(10_000).default('').meta({ title: 'Descripción' }),
  categoriaId: z.uuid().nullable().default(null).meta({ title: 'Categoría' }),
}

/** A name that formulas and nodes spell: `iva`, `facturas`, `paises.iso`. */
export const nombreDeFormulaSchema = z
  .string()
  .trim()
  .max(100)
  .regex(
    /^\p{L}[\p{L}\p{N}_.-]*$/u,
    'Empiece por una letra y use letras, dígitos, punto, guion o guion bajo.',
  )
  .meta({ title: 'Nombre' })

/** What the answers add to everything that is stored. */
export const GUARDADO = {
  id: z.uuid(),
  revision: z.int(),
  creadoEn: z.iso.datetime(),
  actualizadoEn: z.iso.datetime(),
  /** Username of who wrote it last; null: the product itself. */
  actualizadoPor: z.string().nullable(),
}

/** What lists add to what others may use: how many do, as `GET /api/R/:id/usos` lists them. */
export const USADO = { usos: z.int().meta({ description: 'Cuántos elementos lo usan.' }) }

/** How a secret is read back: that there is one. */
export const definidoSchema = z.strictObject({ definido: z.literal(true) })
