import { z } from 'zod'
import { usoSchema } from './uso.ts'

/** Entries that one change may select. */
export const MAX_LOTE = 1_000

export const ACCIONES_DE_LOTE = ['activar', 'desactivar', 'eliminar', 'categoria'] as const
export type AccionDeLote = (typeof ACCIONES_DE_LOTE)[number]

/** One action on many entries of a list. */
export const loteSchema = z
  .strictObject({
    accion: z.enum(ACCIONES_DE_LOTE).meta({ title: 'Acción' }),
    ids: z.array(z.uuid()).min(1).max(MAX_LOTE),
    /** Of `categoria`; null takes them out of theirs. */
    categoriaId: z.uuid().nullable().optional(),
  })
  .refine(({ accion, categoriaId }) => (accion === 'categoria') === (categoriaId !== undefined), {
    path: ['categoriaId'],
    message: 'Indique la categoría (o null) con la acción «categoria», y solo con ella.',
  })
export type Lote = z.infer<typeof loteSchema>

/** What became of each, in the order in which they were named. */
export const loteHechoSchema = z
  .strictObject({
    hechos: z.int(),
    fallidos: z.int(),
    resultados: z.array(
      z.union([
        z.strictObject({ id: z.uuid(), ok: z.literal(true) }),
        z.strictObject({
          id: z.uuid(),
          ok: z.literal(false),
          codigo: z.string(),
          mensaje: z.string(),
          usos: z.array(usoSchema).exactOptional(),
        }),
      ]),
    ),
  })
  .meta({ id: 'LoteHecho' })
export type LoteHecho = z.infer<typeof loteHechoSchema>
