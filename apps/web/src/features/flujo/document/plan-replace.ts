import type { Flujo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'
import type { ChangePlan } from './plan-change.ts'

/** Puts another drawing in the place of this one. What looks the same in both stays the same object, so that it is not drawn anew. */
export function planReplace(flujo: Flujo, next: Flujo): ChangePlan {
  if (isEqual(flujo, next)) return null
  const after = {
    ...next,
    nodos: keepSame(flujo.nodos, next.nodos),
    conexiones: keepSame(flujo.conexiones, next.conexiones),
  }
  return { kind: 'replaceFlujo', before: flujo, after }
}

function keepSame<Item extends { id: string }>(before: readonly Item[], next: readonly Item[]): Item[] {
  const there = new Map(before.map((item) => [item.id, item]))
  return next.map((item) => {
    const same = there.get(item.id)
    return same && isEqual(same, item) ? same : item
  })
}
