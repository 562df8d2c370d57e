import type { Flujo, Nodo } from '@div/contract'
import { leadingTo } from '../document/graph-walk.ts'

/** The innermost split whose region a node is in: `elemento` and `indice` are of its items. */
export function enclosingSplit(flujo: Flujo, id: string): Nodo | undefined {
  const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const before = leadingTo(flujo, id).slice(1)
  const closed = new Set(
    before.flatMap((each) => {
      const nodo = nodos.get(each)
      return nodo?.tipo === 'splitter-join' && typeof nodo.split === 'string' ? [nodo.split] : []
    }),
  )
  // Nearest first: the walk goes back along the connections.
  return before
    .flatMap((each) => nodos.get(each) ?? [])
    .find((nodo) => nodo.tipo === 'splitter-split' && !closed.has(nodo.id))
}
