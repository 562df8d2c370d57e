import type { Flujo } from '@div/contract'
import type { Posicion } from './flujo-command.ts'
import { rectOf } from './nodo-geometry.ts'
import { boundsOf, type Margins, type Rect } from './rect.ts'
import { type Region, regionesOf } from './regiones.ts'

/** Above stands what the region does. */
const MARGINS: Margins = { arriba: 34, alrededor: 18 }

export interface RegionRect extends Rect {
  /** Of its split. */
  id: string
  nombre: string
}

/** Where the regions lie, the outer before the inner. `moved`: where nodes are that are being dragged. */
export function regionRects(
  flujo: Flujo,
  moved: ReadonlyMap<string, Posicion> | null,
): readonly RegionRect[] {
  const regiones = regionesOf(flujo)
  if (regiones.length === 0) return []
  const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const rects = new Map<string, RegionRect>()
  // From the inside out: a region goes around those within it.
  for (const region of regiones.toSorted((left, right) => left.ids.size - right.ids.size)) {
    const held = [region.split.id, ...region.ids, region.join.id].flatMap((id) => {
      const nodo = nodos.get(id)
      return nodo ? [rectOf(nodo, moved?.get(id))] : []
    })
    const inner = [...region.ids].flatMap((id) => rects.get(id) ?? [])
    const bounds = boundsOf([...held, ...inner], MARGINS)
    if (bounds) rects.set(region.split.id, { id: region.split.id, nombre: nameOf(region), ...bounds })
  }
  return [...rects.values()].toReversed()
}

function nameOf({ split }: Region): string {
  return `${split.nombre}: ${split.lista === undefined ? 'ramas a la vez' : 'por cada elemento'}`
}
