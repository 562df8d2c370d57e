import type { Limits } from '@div/contract'
import { z } from 'zod'
import { describeLimite, describeOrden, desdeSchema } from './page-query.ts'

const ORDENES = ['nombre', 'creadoEn', 'actualizadoEn'] as const

/** The query that every list of resources understands. */
export const describeListQuery = (limits: Pick<Limits, 'listado'>) =>
  z.object({
    q: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : text))
      .default(null),
    /** `ninguna`: those in no category. */
    categoriaId: z
      .union([z.uuid(), z.enum(['ninguna', ''])], 'Use el id de una categoría, o «ninguna».')
      .transform((text) => (text === '' ? null : text))
      .default(null),
    orden: describeOrden(ORDENES, 'nombre'),
    limite: describeLimite(limits),
    desde: desdeSchema,
  })

export type ListQuery = z.output<ReturnType<typeof describeListQuery>>
