import type { Flujo, Nodo } from '@div/contract'

/** A node and all that come before it, the nearest first. */
export function leadingTo({ conexiones }: Pick<Flujo, 'conexiones'>, id: string): readonly string[] {
  const before = Map.groupBy(conexiones, ({ destino }) => destino)
  const seen = new Set([id])
  for (const each of seen) for (const { origen } of before.get(each) ?? []) seen.add(origen)
  return [...seen]
}

/** A node and all that come after it, the nearest first. */
export function comingAfter({ conexiones }: Pick<Flujo, 'conexiones'>, id: string): readonly string[] {
  const next = Map.groupBy(conexiones, ({ origen }) => origen)
  const seen = new Set([id])
  for (const each of seen) for (const { destino } of next.get(each) ?? []) seen.add(destino)
  return [...seen]
}

/** The nodes in the order in which they run, each branch whole before the next; what nothing leads to comes as it stands in the document. */
export function inFlowOrder({ nodos, conexiones }: Pick<Flujo, 'nodos' | 'conexiones'>): readonly Nodo[] {
  const next = Map.groupBy(conexiones, ({ origen }) => origen)
  const reached = new Set(conexiones.map(({ destino }) => destino))
  const byId = new Map(nodos.map((nodo) => [nodo.id, nodo]))
  const seen = new Set<string>()
  const last: Nodo[] = []
  // Told from the end, what comes after a node stands behind it whichever way leads there.
  function visit(nodo: Nodo | undefined): void {
    if (nodo === undefined || seen.has(nodo.id)) return
    seen.add(nodo.id)
    for (const { destino } of (next.get(nodo.id) ?? []).toReversed()) visit(byId.get(destino))
    last.push(nodo)
  }
  const isFirst = ({ id, tipo }: Nodo) => tipo === 'entrada' || !reached.has(id)
  const roots = new Set([...nodos.filter(({ tipo }) => tipo === 'entrada'), ...nodos.filter(isFirst)])
  for (const nodo of [...roots].toReversed()) visit(nodo)
  const reachable = last.splice(0).toReversed()
  // Only circles are left, which the validator tells of.
  for (const nodo of nodos.toReversed()) visit(nodo)
  return [...reachable, ...last.toReversed()]
}
