import type { Flujo, Nodo } from '@div/contract'
import { NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import type { Posicion } from './flujo-command.ts'
import { ENTRY_TOP, handleTop, rectOf } from './nodo-geometry.ts'
import { handleOf, handlesOf } from './nodo-handles.ts'
import { type ChangePlan, planThrough } from './plan-change.ts'
import { centreOf, holdsPoint } from './rect.ts'

/** How closely a line is followed. */
const POINTS = 24

/** A node that nothing joins and that was let go over a connection is put into it. */
export function planSplicePlaced(flujo: Flujo, id: string, at: Posicion): ChangePlan {
  const nodo = flujo.nodos.find((each) => each.id === id)
  const isJoined = flujo.conexiones.some(({ origen, destino }) => origen === id || destino === id)
  if (nodo === undefined || isJoined) return null
  const conexion = conexionUnder(flujo, nodo, at)
  return conexion === null ? null : planThrough(flujo, conexion, nodo)
}

/** The connection that runs behind a node, of several the one that comes nearest to its middle. */
function conexionUnder({ nodos, conexiones }: Flujo, nodo: Nodo, at: Posicion): string | null {
  const byId = new Map(nodos.map((each) => [each.id, each]))
  const leaving = Map.groupBy(conexiones, ({ origen }) => origen)
  const rect = rectOf(nodo, at)
  const middle = centreOf(rect)
  let nearest: { id: string; distance: number } | null = null
  for (const conexion of conexiones) {
    const [origen, destino] = [byId.get(conexion.origen), byId.get(conexion.destino)]
    if (!origen || !destino) continue
    const handles = handlesOf(origen, leaving.get(origen.id))
    const top = handleTop(handles, handles.indexOf(handleOf(origen, conexion)))
    for (const point of lineOf(origen.posicion, top, destino.posicion)) {
      const distance = Math.hypot(point.x - middle.x, point.y - middle.y)
      if (holdsPoint(rect, point) && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
        nearest = { id: conexion.id, distance }
    }
  }
  return nearest?.id ?? null
}

/** Points of the curve as it is drawn: it leaves and comes in level. */
function lineOf(from: Posicion, top: number, to: Posicion): readonly Posicion[] {
  const start = { x: from.x + NODO_WIDTH, y: from.y + top }
  const end = { x: to.x, y: to.y + ENTRY_TOP }
  const reach = Math.abs(end.x - start.x) / 2
  return Array.from({ length: POINTS + 1 }, (_, at) => {
    const [t, u] = [at / POINTS, 1 - at / POINTS]
    const [first, second, third, fourth] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3]
    return {
      x: first * start.x + second * (start.x + reach) + third * (end.x - reach) + fourth * end.x,
      y: (first + second) * start.y + (third + fourth) * end.y,
    }
  })
}
