import { COMPENSAR, type Conexion, type Nodo } from '@div/contract'
import { BranchConditions, type Condition } from './branch-conditions.ts'
import type { Graph, Vertex } from './graph.ts'
import { entersRegion, type Regions } from './regions.ts'

/** When each node runs, and therefore whose output can be relied on where. */
export interface Availability {
  /** Is the output of `wanted` there whenever `reader` runs? */
  isCertain(wanted: string, reader: string): boolean
  /** Is it there whenever one of those connections is taken? */
  isCertainAfter(wanted: string, connections: readonly Pick<Conexion, 'origen' | 'salida'>[]): boolean
  /** Can the two run in the same run? */
  canBothRun(left: string, right: string): boolean
  /** Does a path of connections lead from one to the other? */
  leadsTo(from: string, to: string): boolean
}

export function analyzeAvailability(
  graph: Graph,
  regions: Regions,
  handlesOf: (vertex: Vertex) => readonly string[],
): Availability {
  const conditions = new BranchConditions()
  const runs = new Map<string, Condition>()
  const upstream = new Map<string, Set<string>>()
  const taken = new Map<string, (handle: string) => Condition>()

  for (const vertex of graph.orden) {
    const { nodo } = vertex
    runs.set(nodo.id, conditionOf(vertex))
    upstream.set(nodo.id, upstreamOf(vertex))
    const handles = new Set(handlesOf(vertex).map((salida) => outcomeOf(nodo.tipo, salida)))
    if (handles.size > 1) taken.set(nodo.id, conditions.declare([...handles]))
  }

  /** A node runs when one of its connections is taken; a join whenever its split did not fail. */
  function conditionOf({ nodo, entrantes }: Vertex): Condition {
    if (nodo.tipo === 'splitter-join') {
      const region = regions.bySplit.get(String(nodo.split))
      if (region) return anyTaken([{ origen: region.split, salida: '' }])
    }
    if (entrantes.length === 0) return nodo.tipo === 'entrada' ? conditions.always : conditions.never
    return anyTaken(entrantes)
  }

  function anyTaken(connections: readonly Pick<Conexion, 'origen' | 'salida'>[]): Condition {
    return connections.reduce((sum, { origen, salida = '' }) => {
      const tipo = graph.vertices.get(origen)?.nodo.tipo
      const leaves = taken.get(origen)?.(outcomeOf(tipo, salida)) ?? conditions.always
      return conditions.or(sum, conditions.and(conditionBy(origen), leaves))
    }, conditions.never)
  }

  function upstreamOf({ entrantes }: Vertex): Set<string> {
    const found = new Set<string>()
    for (const { origen } of entrantes) {
      found.add(origen)
      for (const id of upstream.get(origen) ?? []) found.add(id)
    }
    return found
  }

  function conditionBy(id: string): Condition {
    return runs.get(id) ?? conditions.never
  }

  return {
    isCertain: (wanted, reader) => conditions.implies(conditionBy(reader), conditionBy(wanted)),
    isCertainAfter: (wanted, connections) => conditions.implies(anyTaken(connections), conditionBy(wanted)),
    canBothRun: (left, right) => !conditions.excludes(conditionBy(left), conditionBy(right)),
    leadsTo: (from, to) => upstream.get(to)?.has(from) ?? false,
  }
}

/**
 * All handles of a split but its error are one: whoever enters its region enters it whole. What undoes a node runs only of one that has
 * finished well.
 */
function outcomeOf(tipo: Nodo['tipo'] | undefined, salida: string): string {
  if (salida === COMPENSAR) return ''
  return tipo === 'splitter-split' && entersRegion({ salida }) ? '' : salida
}
