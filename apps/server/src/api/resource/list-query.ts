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
    /** What cannot be switched off is active. */
    activo: z.enum(['true', 'false', '']).default(''),
    orden: describeOrden(ORDENES, 'nombre'),
    limite: describeLimite(limits),
    desde: desdeSchema,
  })

/** A parameter of a list that takes one of a few values; empty: it does not narrow. */
export function describeFilter(values: readonly string[]): z.ZodType<string | null> {
  return z
    .enum([...values, ''])
    .transform((value) => (value === '' ? null : value))
    .default(null)
}

export type ListQuery = z.output<ReturnType<typeof describeListQuery>>
