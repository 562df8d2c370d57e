import type { Mapped } from './mapped-origen.ts'

/** A field as a person calls it: the node and the last word of the path. */
export function datoLabel({
  source,
  nodo,
  ruta,
  field,
}: Pick<Mapped, 'source' | 'nodo' | 'ruta' | 'field'>): string {
  const of = source?.nombre ?? nodo
  if (ruta === '') return source?.isItem ? of : `${of} › todo`
  const last = /(?:^|\.)([^.[\]]+)((?:\[\d+\])*)$/.exec(ruta)
  if (last?.[1] !== undefined) return `${of} › ${last[1]}${last[2] ?? ''}`
  return `${of} › ${field?.nombre ?? ruta}`
}
