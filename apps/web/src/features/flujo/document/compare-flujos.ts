import type { Flujo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'

interface FlujoDifference {
  id: string
  /** A sentence. */
  text: string
}

/** Where two versions of a drawing differ, node by node; connections together. */
export function compareFlujos(mine: Flujo, theirs: Flujo): readonly FlujoDifference[] {
  const others = new Map(theirs.nodos.map((nodo) => [nodo.id, nodo]))
  const own = new Set(mine.nodos.map(({ id }) => id))
  const ofNodos = mine.nodos.flatMap((nodo) => {
    const other = others.get(nodo.id)
    if (other === undefined) return [{ id: nodo.id, text: `«${nodo.nombre}» solo está en la suya.` }]
    return isEqual(nodo, other) ? [] : [{ id: nodo.id, text: `«${nodo.nombre}» es distinto.` }]
  })
  const missing = theirs.nodos
    .filter(({ id }) => !own.has(id))
    .map(({ id, nombre }) => ({ id, text: `«${nombre}» solo está en la otra.` }))
  const isJoinedAlike = isEqual(linesOf(mine), linesOf(theirs))
  const ofLines = isJoinedAlike ? [] : [{ id: '', text: 'Las conexiones son distintas.' }]
  return [...ofNodos, ...missing, ...ofLines]
}

const linesOf = ({ conexiones }: Flujo) =>
  conexiones.map(({ origen, destino, salida = '' }) => `${origen}/${salida}/${destino}`).toSorted()
