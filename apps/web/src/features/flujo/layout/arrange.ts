import { Graph, layout } from '@dagrejs/dagre'
import type { Posicion } from '../document/flujo-command.ts'
import type { LayoutRequest } from './layout-request.ts'

/** Between rows and between columns, in pixels of the drawing. */
const ROW_GAP = 48
const COLUMN_GAP = 104
/** From so many nodes on a faster way to find their columns is taken: the exact one grows with their square. */
const MANY = 400

/** Where each node stands from left to right, by its upper left corner. Takes seconds for a thousand: work for a worker. */
export function arrange({ nodos, conexiones, bloques }: LayoutRequest): ReadonlyMap<string, Posicion> {
  const graph = new Graph<object, { width: number; height: number; x?: number; y?: number }, object>({
    compound: true,
  })
  graph.setGraph({
    rankdir: 'LR',
    nodesep: ROW_GAP,
    ranksep: COLUMN_GAP,
    ranker: nodos.length < MANY ? 'network-simplex' : 'tight-tree',
  })
  for (const { id, ancho, alto } of nodos) graph.setNode(id, { width: ancho, height: alto })
  for (const { id } of bloques) graph.setNode(id, { width: 0, height: 0 })
  for (const { id, padre, nodos: held } of bloques) {
    if (padre !== null) graph.setParent(id, padre)
    for (const nodo of held) graph.setParent(nodo, id)
  }
  for (const { origen, destino } of conexiones) graph.setEdge(origen, destino, {})
  layout(graph)
  return new Map(
    nodos.map(({ id, ancho, alto }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: Math.round(x - ancho / 2), y: Math.round(y - alto / 2) }]
    }),
  )
}
