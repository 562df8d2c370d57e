import type { Flujo } from '@div/contract'
import { comingAfter } from '../document/graph-walk.ts'

/** So many can be read on a narrow screen. */
const FEW = 3

/** The whole drawing, beside what stands upon the canvas: tools at the left, the map at the right, both at the bottom. */
export const FIT = {
  maxZoom: 1,
  padding: { top: '40px', x: '40px', bottom: '136px' },
} as const

/** Where there is no room for the whole: the first nodes, as large as they can be read. */
export function firstFit({ nodos, conexiones }: Flujo, isNarrow: boolean) {
  const entrada = nodos.find(({ tipo }) => tipo === 'entrada')
  if (!isNarrow || !entrada || nodos.length <= FEW) return FIT
  return {
    ...FIT,
    nodes: comingAfter({ conexiones }, entrada.id)
      .slice(0, FEW)
      .map((id) => ({ id })),
  }
}

export const MAP_SIZE = { width: 168, height: 108 }
