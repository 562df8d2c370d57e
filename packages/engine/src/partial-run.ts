import type { Bloque, Plan } from './plan.ts'

/** The nodes that a run up to `id` takes: what leads to it, and the splits around it with what leads to them. */
export function listAllowed(bloque: Bloque, id: string): ReadonlySet<string> {
  return new Set(pathTo(bloque, id) ?? [])
}

/** Whether a run can go up to a node: what undoes another one runs only once a run has failed. */
export function canRunUpTo({ bloque }: Plan, id: string): boolean {
  return pathTo(bloque, id) !== null
}

/** Nodes whose outputs are read by others, in any block. */
export function listRead({ bloque }: Pick<Plan, 'bloque'>): string[] {
  return bloque.nodos.flatMap(({ id, accion }, posicion) => [
    ...(bloque.lectores[posicion] === 0 ? [] : [id]),
    ...(accion.clase === 'region' ? accion.region.bloques.flatMap((each) => listRead({ bloque: each })) : []),
  ])
}

function pathTo({ nodos }: Bloque, id: string): string[] | null {
  for (const [posicion, nodo] of nodos.entries()) {
    if (nodo.id === id) return leadingTo(nodos, posicion)
    if (nodo.accion.clase !== 'region') continue
    for (const bloque of nodo.accion.region.bloques) {
      const inside = pathTo(bloque, id)
      if (inside) return [...leadingTo(nodos, posicion), ...inside]
    }
  }
  return null
}

/** A block is in topological order, so that one walk backwards finds everything upstream. */
function leadingTo(nodos: Bloque['nodos'], posicion: number): string[] {
  const wanted = new Set([posicion])
  for (let each = posicion - 1; each >= 0; each--) {
    if (nodos[each]?.siguientes.some(({ destino }) => wanted.has(destino))) wanted.add(each)
  }
  return [...wanted].flatMap((each) => nodos[each]?.id ?? [])
}
