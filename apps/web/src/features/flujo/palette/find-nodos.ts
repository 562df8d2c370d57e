import type { Flujo, Nodo } from '@div/contract'
import { matchesWords } from './matches-words.ts'

interface FoundNodo {
  nodo: Nodo
  /** Names of the nodes that it goes on to. */
  next: readonly string[]
}

/** The nodes that have what is looked for in anything that they keep. */
export function findNodos({ nodos, conexiones }: Flujo, q: string): readonly FoundNodo[] {
  const nombres = new Map(nodos.map(({ id, nombre }) => [id, nombre]))
  const leaving = Map.groupBy(conexiones, ({ origen }) => origen)
  return nodos
    .filter((nodo) => q.trim() === '' || matchesWords(textOf(nodo), q))
    .map((nodo) => ({
      nodo,
      next: (leaving.get(nodo.id) ?? []).flatMap(({ destino }) => nombres.get(destino) ?? []),
    }))
}

/** All values of a node, and none of the words of the document itself. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ')
  return value === undefined || value === null ? '' : String(value)
}
