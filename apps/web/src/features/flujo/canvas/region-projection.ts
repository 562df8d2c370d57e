import type { Flujo } from '@div/contract'
import { type RegionRect, regionRects } from '../document/region-rects.ts'
import { DrawnList, remembered } from './drawn-list.ts'
import type { Places } from './nodo-projection.ts'

/** The regions as the canvas draws them; the same list while all of them lie where they did. */
export class RegionProjection {
  readonly #list = new DrawnList<RegionRect, RegionRect>((rect) => rect)

  readonly regiones = remembered(({ flujo, dragged }: { flujo: Flujo; dragged: Places | null }) =>
    this.#list.draw(regionRects(flujo, dragged), ({ id }) => id),
  )
}
