import type { Flujo, PropuestaDeFlujo } from '@div/contract'
import { diffFlujos, isSame } from '../../../shared/flujo/diff-flujos.ts'
import { freeId } from '../document/plan-change.ts'
import { namedNodos, renameFlujo } from '../document/rename-nodos.ts'

/** What a person asked and what was proposed to it. */
interface Turno {
  peticion: string
  propuesta: PropuestaDeFlujo
}

/** What is talked over with the assistant about one drawing. */
export interface Charla {
  /** As it was when it began: what is proposed is laid over it. */
  drawn: Flujo
  turnos: readonly Turno[]
  /** The proposal stands in the place of the drawing. */
  isShown: boolean
}

export function lastPropuesta(charla: Charla | null): PropuestaDeFlujo | null {
  return charla?.turnos.at(-1)?.propuesta ?? null
}

/** Null: the last answer changes nothing. */
export function shownChange(charla: Charla | null): { before: Flujo; after: Flujo } | null {
  const propuesta = lastPropuesta(charla)
  if (charla === null || propuesta === null) return null
  const { drawn: before } = charla
  return isSame(diffFlujos(before, propuesta.flujo)) ? null : { before, after: propuesta.flujo }
}

/** The same proposal with new nodes under ids that no node has had here: what is known of an earlier one would come to them. */
export function freeNewIds(
  propuesta: PropuestaDeFlujo,
  { drawn, taken }: { drawn: Flujo; taken: ReadonlySet<string> },
): PropuestaDeFlujo {
  const { flujo, hallazgos } = propuesta
  const there = new Set(drawn.nodos.map(({ id }) => id))
  const names = new Map<string, string>()
  for (const { id } of flujo.nodos) {
    if (there.has(id) || !taken.has(id)) continue
    names.set(
      id,
      freeId('n', flujo.nodos, taken.union(namedNodos(flujo.nodos)).union(new Set(names.values()))),
    )
  }
  if (names.size === 0) return propuesta
  return {
    ...propuesta,
    flujo: renameFlujo(flujo, names),
    hallazgos: hallazgos.map((each) => ({ ...each, nodo: names.get(each.nodo ?? '') ?? each.nodo })),
  }
}
