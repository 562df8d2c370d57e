import type { Conexion } from '@div/contract'
import { type Graph, reach } from './graph.ts'

/** What lies between a splitter-split and its splitter-join. */
export interface Region {
  split: string
  join: string
  /** With a list one branch that runs once an item; without, one branch a connection of the split. In declared order. */
  branches: { first: string; ids: ReadonlySet<string> }[]
  ids: ReadonlySet<string>
}

export interface Regions {
  bySplit: ReadonlyMap<string, Region>
  /** The innermost region of each node; absent at the top level. A split and its join belong to the region around them. */
  of: ReadonlyMap<string, Region>
}

/** Splits without exactly one join are left out; the checks report them. */
export function findRegions(graph: Graph): Regions {
  const joins = Map.groupBy(
    graph.orden.filter(({ nodo }) => nodo.tipo === 'splitter-join'),
    ({ nodo }) => String(nodo.split),
  )
  const bySplit = new Map<string, Region>()
  for (const { nodo, salientes } of graph.orden) {
    const [join, ...others] = joins.get(nodo.id) ?? []
    if (nodo.tipo !== 'splitter-split' || !join || others.length > 0) continue
    const starts = salientes.flatMap((conexion) => (entersRegion(conexion) ? conexion.destino : []))
    const groups = nodo.lista === undefined ? starts.map((start) => [start]) : [starts]
    bySplit.set(nodo.id, {
      split: nodo.id,
      join: join.nodo.id,
      branches: groups.map((group) => ({ first: group[0] ?? '', ids: reach(graph, group, join.nodo.id) })),
      ids: reach(graph, starts, join.nodo.id),
    })
  }
  return { bySplit, of: innermost(bySplit) }
}

/** Of a split's connections: all but the one by which it says that its region failed. */
export function entersRegion({ salida }: Pick<Conexion, 'salida'>): boolean {
  return salida !== 'error'
}

function innermost(bySplit: ReadonlyMap<string, Region>): Map<string, Region> {
  const of = new Map<string, Region>()
  // Larger regions first, so that the smallest one that holds a node is written last.
  for (const region of [...bySplit.values()].toSorted((left, right) => right.ids.size - left.ids.size)) {
    for (const id of region.ids) of.set(id, region)
  }
  return of
}

/** The regions around a node, innermost first. */
export function enclosing(regions: Regions, id: string): Region[] {
  const around: Region[] = []
  for (let region = regions.of.get(id); region; region = regions.of.get(region.split)) {
    // Ill-nested regions enclose each other: the checks report them, the walk must end.
    if (around.includes(region)) break
    around.push(region)
  }
  return around
}
