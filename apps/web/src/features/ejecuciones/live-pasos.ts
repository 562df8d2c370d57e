import type { EventoEnVivo, NodoEnVivo } from '@div/contract'

/** What was told so far of the nodes of a run, and when it was last. */
export interface LiveNodos {
  nodos: ReadonlyMap<string, NodoEnVivo>
  /** By the clock of this page. */
  heardAt: number
}

export const NOTHING_HEARD: LiveNodos = { nodos: new Map(), heardAt: 0 }

/** Each node as it was told last. */
export function hearEvento(before: LiveNodos, evento: EventoEnVivo, now: number): LiveNodos {
  if (evento.tipo !== 'avance') return before
  const told = evento.nodos.map((nodo) => [nodo.nodo, nodo] as const)
  // Those that were not told of go on from where they are now.
  const grown = growNodos(before, now).map((nodo) => [nodo.nodo, nodo] as const)
  return { nodos: new Map([...grown, ...told]), heardAt: now }
}

/** Those that go on have gone on since they were told of. In the order in which they began. */
export function growNodos({ nodos, heardAt }: LiveNodos, now: number): NodoEnVivo[] {
  return [...nodos.values()]
    .map((nodo) =>
      nodo.estado === 'ejecutando' ? { ...nodo, duracionMs: nodo.duracionMs + now - heardAt } : nodo,
    )
    .toSorted((left, right) => left.inicio - right.inicio)
}
