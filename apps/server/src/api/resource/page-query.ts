import type { Limits } from '@div/contract'
import { z } from 'zod'

const MAX_DESDE = 10_000_000

/** How many entries an answer holds; the limit of the product when nothing else is said. */
export function describeLimite({ listado }: Pick<Limits, 'listado'>, porDefecto: number = listado) {
  return blankIsAbsent(z.coerce.number().int().min(1).max(listado).default(Math.min(porDefecto, listado)))
}

/** How many entries are passed over. */
export const desdeSchema = blankIsAbsent(z.coerce.number().int().min(0).max(MAX_DESDE).default(0))

/** The query of a list that is only bounded. */
export const describePageQuery = (limits: Pick<Limits, 'listado'>) =>
  z.object({ limite: describeLimite(limits), desde: desdeSchema })

/** `nombre` orders upwards, `-nombre` downwards. */
export function describeOrden<Nombre extends string>(nombres: readonly Nombre[], porDefecto: Nombre) {
  const both: string[] = nombres.flatMap((nombre) => [nombre, `-${nombre}`])
  return blankIsAbsent(z.enum(both).optional()).transform((text: string = porDefecto) => {
    const { nombre, direccion } = splitOrden(text)
    return { orden: nombres.find((each) => each === nombre) ?? porDefecto, direccion }
  })
}

export function splitOrden(text: string): { nombre: string; direccion: 'asc' | 'desc' } {
  return { nombre: text.replace(/^-/, ''), direccion: text.startsWith('-') ? 'desc' : 'asc' }
}

/** A field that is there and empty is not there: forms send those. */
function blankIsAbsent<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema)
}
