import { COMPENSAR } from '@div/contract'
import { type Graph, reach } from './graph.ts'

/** What undoes the effect of a node: the branch that leaves it by `compensar`. */
export interface Compensaciones {
  /** By the node whose effect it undoes. */
  byNodo: ReadonlyMap<string, { starts: readonly string[]; ids: ReadonlySet<string> }>
  /** What each node of such a branch undoes; absent: it stands on the normal way. */
  of: ReadonlyMap<string, string>
}

export function findCompensaciones(graph: Graph): Compensaciones {
  const byNodo = new Map<string, { starts: readonly string[]; ids: ReadonlySet<string> }>()
  const of = new Map<string, string>()
  for (const { nodo, salientes } of graph.orden) {
    const starts = salientes.flatMap(({ salida, destino }) => (salida === COMPENSAR ? destino : []))
    if (starts.length === 0) continue
    const ids = reach(graph, starts)
    byNodo.set(nodo.id, { starts, ids })
    for (const id of ids) of.set(id, nodo.id)
  }
  return { byNodo, of }
}
