import type { Conexion, Flujo, Nodo } from '@div/contract'
import { entersRegion } from './nodo-handles.ts'

/** What a splitter opens and its join closes. */
export interface Region {
  split: Nodo
  join: Nodo
  /** The nodes between the two, with those of the regions within. */
  ids: ReadonlySet<string>
}

/** The regions of a drawing, as far as they hold together; the validator tells of the others. */
export function regionesOf({ nodos, conexiones }: Flujo): readonly Region[] {
  const splits = nodos.filter(({ tipo }) => tipo === 'splitter-split')
  if (splits.length === 0) return []
  const joins = Map.groupBy(
    nodos.filter(({ tipo }) => tipo === 'splitter-join'),
    ({ split }) => split,
  )
  const leaving = Map.groupBy(conexiones, ({ origen }) => origen)
  return splits.flatMap((split) => {
    const [join, ...others] = joins.get(split.id) ?? []
    if (!join || others.length > 0) return []
    return [{ split, join, ids: walkWithin(leaving, split.id, join.id) }]
  })
}

/** For each node within a region the name of the split that opens the innermost. */
export function regionNames(flujo: Flujo): ReadonlyMap<string, string> {
  const outerFirst = regionesOf(flujo).toSorted((left, right) => right.ids.size - left.ids.size)
  return new Map(outerFirst.flatMap(({ split, ids }) => [...ids].map((id) => [id, split.nombre] as const)))
}

function walkWithin(
  leaving: ReadonlyMap<string, readonly Conexion[]>,
  split: string,
  join: string,
): ReadonlySet<string> {
  const ids = new Set<string>()
  const starts = (leaving.get(split) ?? []).filter(entersRegion).map(({ destino }) => destino)
  for (const start of starts) if (start !== join) ids.add(start)
  for (const id of ids) {
    for (const { destino } of leaving.get(id) ?? [])
      if (destino !== join && destino !== split) ids.add(destino)
  }
  return ids
}
