import type { Flujo } from '@div/contract'
import type { Viewport } from '@xyflow/react'
import { comingAfter } from '../document/graph-walk.ts'
import { rectOf } from '../document/nodo-geometry.ts'
import { boundsOf, type Rect } from '../document/rect.ts'
import { isInView, type Size } from './keep-in-view.ts'

/** So many can be read on a narrow screen. */
const FEW = 3

const PADDING = { top: 40, x: 40, bottom: 136 }
/** From farther away nodes have no names: words would only be noise. */
export const NAMES_ZOOM = 0.18
/** Names on nodes can be read without effort. */
const READABLE_ZOOM = 0.6

/** The whole drawing, beside what stands upon the canvas: tools at the left, the map at the right, both at the bottom. */
export const FIT = {
  maxZoom: 1,
  padding: { top: `${PADDING.top}px`, x: `${PADDING.x}px`, bottom: `${PADDING.bottom}px` },
} as const

/** On a narrow screen the width is all that is short. */
const NARROW_X = 12
const NARROW_FIT = { ...FIT, padding: { ...FIT.padding, x: `${NARROW_X}px` } } as const

/** How large the whole is drawn then. */
function fitZoom({ ancho, alto }: Rect, { width, height }: Size, x = PADDING.x): number {
  return Math.min(
    FIT.maxZoom,
    (width - 2 * x) / Math.max(ancho, 1),
    (height - PADDING.top - PADDING.bottom) / Math.max(alto, 1),
  )
}

/** On a narrow screen the whole as long as it has its names; else the first nodes, as large as they can be read. */
export function firstFit({ nodos, conexiones }: Flujo, size: Size, isNarrow: boolean) {
  if (!isNarrow) return FIT
  const entrada = nodos.find(({ tipo }) => tipo === 'entrada')
  const all = boundsOf(nodos.map((nodo) => rectOf(nodo)))
  if (!entrada || all === null || fitZoom(all, size, NARROW_X) >= NAMES_ZOOM) return NARROW_FIT
  return {
    ...NARROW_FIT,
    nodes: comingAfter({ conexiones }, entrada.id)
      .slice(0, FEW)
      .map((id) => ({ id })),
  }
}

export const MAP_SIZE = { width: 168, height: 108 }

interface Fitting {
  all: Rect
  viewport: Viewport
  /** As it is without doing anything. */
  shifted: Viewport
  old: Size
  size: Size
  hasChosen: boolean
}

/** Beside the form of a node the whole is shown as long as it can still be read and nobody has looked closer than that. */
export function isWorthFitting({ all, viewport, shifted, old, size, hasChosen }: Fitting): boolean {
  if (isInView(shifted, all, size)) return false
  if (!hasChosen) return isInView(viewport, all, old)
  return size.width < old.width && fitZoom(all, size) >= READABLE_ZOOM * Math.max(1, viewport.zoom)
}
