import type { Flujo } from '@div/contract'
import { nodosWithin } from '../document/grupo-members.ts'
import { rectOf } from '../document/nodo-geometry.ts'
import { regionesOf } from '../document/regiones.ts'

/** All that finding places needs to know of a drawing: what a worker is handed. */
export interface LayoutRequest {
  nodos: readonly { id: string; ancho: number; alto: number }[]
  conexiones: readonly { origen: string; destino: string }[]
  /** Nodes that stay beside each other, each within another one or in none. */
  bloques: readonly { id: string; padre: string | null; nodos: readonly string[] }[]
}

/** Of the chosen nodes, or of all when fewer than two are chosen. */
export function layoutRequestOf(flujo: Flujo, chosen: ReadonlySet<string>): LayoutRequest {
  const nodos = chosen.size > 1 ? flujo.nodos.filter(({ id }) => chosen.has(id)) : flujo.nodos
  const ids = new Set(nodos.map(({ id }) => id))
  return {
    nodos: nodos.map((nodo) => {
      const { ancho, alto } = rectOf(nodo)
      return { id: nodo.id, ancho, alto }
    }),
    conexiones: flujo.conexiones
      .filter(({ origen, destino }) => ids.has(origen) && ids.has(destino))
      .map(({ origen, destino }) => ({ origen, destino })),
    bloques: nest(
      [...framesOf(flujo), ...regionsOf(flujo)].map((bloque) => ({
        ...bloque,
        nodos: bloque.nodos.filter((id) => ids.has(id)),
      })),
    ),
  }
}

interface Bloque {
  id: string
  nodos: readonly string[]
}

function framesOf(flujo: Flujo): readonly Bloque[] {
  return (flujo.grupos ?? []).map((grupo) => ({ id: `grupo:${grupo.id}`, nodos: nodosWithin(flujo, grupo) }))
}

function regionsOf(flujo: Flujo): readonly Bloque[] {
  return regionesOf(flujo).map(({ split, join, ids }) => ({
    id: `region:${split.id}`,
    nodos: [split.id, ...ids, join.id],
  }))
}

/** Blocks within each other, the largest first. What cuts through one that comes before it counts for nothing. */
function nest(bloques: readonly Bloque[]): LayoutRequest['bloques'] {
  const kept: { id: string; set: ReadonlySet<string>; padre: string | null }[] = []
  const innermost = new Map<string, string>()
  for (const { id, nodos } of bloques.toSorted((left, right) => right.nodos.length - left.nodos.length)) {
    const set = new Set(nodos)
    if (set.size < 2 || kept.some((other) => isCut(other.set, set))) continue
    kept.push({ id, set, padre: innermost.get(nodos[0] ?? '') ?? null })
    for (const nodo of nodos) innermost.set(nodo, id)
  }
  return kept.map(({ id, set, padre }) => ({
    id,
    padre,
    nodos: [...set].filter((nodo) => innermost.get(nodo) === id),
  }))
}

/** Whether the smaller lies neither within the larger nor beside it. */
function isCut(larger: ReadonlySet<string>, smaller: ReadonlySet<string>): boolean {
  const common = smaller.intersection(larger).size
  return common > 0 && common < smaller.size
}
