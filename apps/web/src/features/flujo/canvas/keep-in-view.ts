import type { Viewport } from '@xyflow/react'
import { NODO_HEAD, NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import type { Posicion } from '../document/flujo-command.ts'
import type { Rect } from '../document/rect.ts'

const MARGIN = 24

export interface Size {
  width: number
  height: number
}

/** The viewport moved as little as needed to show a whole node; the same when it is seen. */
export function keepInView(viewport: Viewport, { x, y }: Posicion, size: Size): Viewport {
  return showRect(viewport, { x, y, ancho: NODO_WIDTH, alto: NODO_HEAD }, size)
}

/** The same for anything that has a place in the drawing. */
export function showRect({ x, y, zoom }: Viewport, rect: Rect, size: Size): Viewport {
  return {
    x: x + missing(x + rect.x * zoom, rect.ancho * zoom, size.width),
    y: y + missing(y + rect.y * zoom, rect.alto * zoom, size.height),
    zoom,
  }
}

/** Whether all of it is seen. */
export function isInView({ x, y, zoom }: Viewport, rect: Rect, size: Size): boolean {
  const [left, top] = [x + rect.x * zoom, y + rect.y * zoom]
  return (
    left >= 0 && top >= 0 && left + rect.ancho * zoom <= size.width && top + rect.alto * zoom <= size.height
  )
}

/** How far something that begins at `start` must move to lie between the margins; what does not fit begins at the first. */
function missing(start: number, length: number, room: number): number {
  const beyond = Math.max(0, start + length + MARGIN - room)
  return start - beyond < MARGIN ? MARGIN - start : -beyond
}
