import type { Flujo } from '@div/contract'
import { getViewportForBounds, type Viewport } from '@xyflow/react'
import { anotacionesOf } from '../document/anotacion-key.ts'
import { rectOfAnotacion } from '../document/grupo-members.ts'
import { rectOf } from '../document/nodo-geometry.ts'
import { boundsOf } from '../document/rect.ts'
import { firstFit } from './fit.ts'
import type { Size } from './keep-in-view.ts'

export const ZOOMS = { min: 0.05, max: 2 }

/** What part is seen first, told from the document before anything is drawn: nothing has to be drawn twice for it. */
export function firstViewport(flujo: Flujo, size: Size, isNarrow: boolean): Viewport {
  const { width, height } = size
  const { nodes, maxZoom, padding } = { nodes: null, ...firstFit(flujo, size, isNarrow) }
  const only = nodes && new Set(nodes.map(({ id }) => id))
  const rects = [
    ...flujo.nodos.filter(({ id }) => only?.has(id) ?? true).map((nodo) => rectOf(nodo)),
    ...(only ? [] : anotacionesOf(flujo).map(([, { item }]) => rectOfAnotacion(item))),
  ]
  const bounds = boundsOf(rects)
  if (bounds === null || width === 0 || height === 0) return { x: 0, y: 0, zoom: 1 }
  const { x, y, ancho, alto } = bounds
  const seen = { x, y, width: ancho, height: alto }
  return getViewportForBounds(seen, width, height, ZOOMS.min, maxZoom, padding)
}
