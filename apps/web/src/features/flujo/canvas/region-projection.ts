import type { Flujo } from '@div/contract'
import type { Posicion } from '../document/flujo-command.ts'
import { type RegionRect, regionRects } from '../document/region-rects.ts'
import { DrawnList } from './drawn-list.ts'

/** The regions as the canvas draws them; the same list while all of them lie where they did. */
export class RegionProjection {
  readonly #list = new DrawnList<RegionRect, RegionRect>((rect) => rect)

  regiones(flujo: Flujo, dragged: ReadonlyMap<string, Posicion> | null): readonly RegionRect[] {
    return this.#list.draw(regionRects(flujo, dragged), ({ id }) => id)
  }
}
