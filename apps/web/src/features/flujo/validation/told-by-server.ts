import type { Flujo, Hallazgo, Nodo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'

/** What the server said of a drawing. */
export interface ToldByServer {
  flujo: Flujo
  hallazgos: readonly Hallazgo[]
  /** What was found here in the same drawing: that goes as soon as it is mended here. Null: it has not been looked at here. */
  seen: readonly Hallazgo[] | null
}

/**
 * What is found here, and what only the server finds (of catalogues, servers and what else the drawing does not hold) with nodes that are
 * still as they were then.
 */
export function joinHallazgos(
  flujo: Flujo,
  found: readonly Hallazgo[],
  told: ToldByServer | null,
): readonly Hallazgo[] {
  if (told === null) return found
  const known = new Set([...(told.seen ?? []), ...found].map(textOf))
  const before = new Map(told.flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const now = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const isStill = (id: string) => isSameNodo(before.get(id), now.get(id))
  return [
    ...found,
    ...told.hallazgos.filter(
      (each) => !known.has(textOf(each)) && (each.nodo === null || isStill(each.nodo)),
    ),
  ]
}

const textOf = ({ nodo, campo, gravedad, mensaje }: Hallazgo) => [nodo, campo, gravedad, mensaje].join('|')

/** Wherever it stands. */
function isSameNodo(before: Nodo | undefined, now: Nodo | undefined): boolean {
  if (before === undefined || now === undefined) return false
  return before === now || isEqual({ ...before, posicion: null }, { ...now, posicion: null })
}
