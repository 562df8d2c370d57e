import type { Rect } from '../document/rect.ts'

/** Room around what the map shows, in pixels of the map. */
const MARGIN = 5

interface MapWindow {
  rect: Rect
  /** Pixels of the drawing for each pixel of the map. */
  scale: number
}

/** What part of the drawing's plane the map shows: all that is drawn and all that is seen. */
export function mapWindow(
  drawn: Rect | null,
  seen: Rect,
  { width, height }: { width: number; height: number },
): MapWindow {
  const { x, y, ancho, alto } = drawn === null ? seen : around(drawn, seen)
  const scale = Math.max(ancho / width, alto / height)
  const margin = MARGIN * scale
  const rect = {
    x: x - (scale * width - ancho) / 2 - margin,
    y: y - (scale * height - alto) / 2 - margin,
    ancho: scale * width + 2 * margin,
    alto: scale * height + 2 * margin,
  }
  return { rect, scale }
}

function around(left: Rect, right: Rect): Rect {
  const [x, y] = [Math.min(left.x, right.x), Math.min(left.y, right.y)]
  return {
    x,
    y,
    ancho: Math.max(left.x + left.ancho, right.x + right.ancho) - x,
    alto: Math.max(left.y + left.alto, right.y + right.alto) - y,
  }
}

/** All of them as one path: however many there are, the map is a few elements. */
export function pathOf(rects: readonly Rect[]): string {
  return rects.map(({ x, y, ancho, alto }) => `M${x} ${y}h${ancho}v${alto}h${-ancho}z`).join('')
}
