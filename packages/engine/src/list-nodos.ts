import type { Bloque, PlanNodo } from './plan.ts'

/** The nodes of a block with those of its regions, and with those that undo them. */
export function listNodos({ nodos }: Bloque): PlanNodo[] {
  return nodos.flatMap((nodo) => {
    const { accion, compensacion } = nodo
    const inside = accion.clase === 'region' ? accion.region.bloques : []
    const undoing = compensacion ? [compensacion.bloque] : []
    return [nodo, ...[...inside, ...undoing].flatMap(listNodos)]
  })
}
