import type { Flujo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'
import type { ChangePlan } from './plan-change.ts'

/** Puts another drawing in the place of this one. What looks the same in both stays the same object, so that it is not drawn anew. */
export function planReplace(flujo: Flujo, next: Flujo): ChangePlan {
  const { nodos, conexiones, ...beside } = flujo
  const { nodos: nextNodos, conexiones: nextConexiones, ...nextBeside } = next
  const after = {
    ...next,
    nodos: keepSame(nodos, nextNodos),
    conexiones: keepSame(conexiones, nextConexiones),
  }
  const isSame = after.nodos === nodos && after.conexiones === conexiones && isEqual(beside, nextBeside)
  return isSame ? null : { kind: 'replaceFlujo', before: flujo, after }
}

/** The very list when it holds the same things in the same order. */
function keepSame<Item extends { id: string }>(before: Item[], next: readonly Item[]): Item[] {
  const there = new Map(before.map((item) => [item.id, item]))
  const kept = next.map((item) => {
    const same = there.get(item.id)
    return same && isEqual(same, item) ? same : item
  })
  return kept.length === before.length && kept.every((item, at) => item === before[at]) ? before : kept
}
