import type { Posicion } from './flujo-command.ts'

/** In pixels of the drawing. */
export interface Rect {
  x: number
  y: number
  ancho: number
  alto: number
}

export interface Margins {
  arriba: number
  alrededor: number
}

const EXACT: Margins = { arriba: 0, alrededor: 0 }

/** What holds all of them, with room around when it is said; null of nothing. */
export function boundsOf(rects: readonly Rect[], { arriba, alrededor } = EXACT): Rect | null {
  if (rects.length === 0) return null
  const x = Math.min(...rects.map((rect) => rect.x)) - alrededor
  const y = Math.min(...rects.map((rect) => rect.y)) - arriba
  const right = Math.max(...rects.map((rect) => rect.x + rect.ancho)) + alrededor
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.alto)) + alrededor
  return { x, y, ancho: right - x, alto: bottom - y }
}

export function centreOf({ x, y, ancho, alto }: Rect): Posicion {
  return { x: x + ancho / 2, y: y + alto / 2 }
}

export function holdsPoint({ x, y, ancho, alto }: Rect, point: Posicion): boolean {
  return point.x >= x && point.x <= x + ancho && point.y >= y && point.y <= y + alto
}

export function holdsRect(outer: Rect, inner: Rect): boolean {
  return holdsPoint(outer, inner) && holdsPoint(outer, { x: inner.x + inner.ancho, y: inner.y + inner.alto })
}

export function overlap(left: Rect, right: Rect): boolean {
  return (
    left.x < right.x + right.ancho &&
    right.x < left.x + left.ancho &&
    left.y < right.y + right.alto &&
    right.y < left.y + left.alto
  )
}

export function hitBy(rect: Rect, others: readonly Rect[]): Rect | undefined {
  return others.find((other) => overlap(rect, other))
}

/** Between what stands somewhere and what comes to stand below it. */
const GAP_BELOW = 16

/** Where it lies, or so far below that as it takes to cover nothing. */
export function clearBelow(rect: Rect, others: readonly Rect[]): Rect {
  let free = rect
  for (let hit = hitBy(free, others); hit; hit = hitBy(free, others))
    free = { ...free, y: hit.y + hit.alto + GAP_BELOW }
  return free
}
