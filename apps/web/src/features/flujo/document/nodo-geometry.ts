import type { Flujo, Nodo } from '@div/contract'
import { NODO_HEAD as HEAD, NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import type { Posicion } from './flujo-command.ts'
import { handlesOf } from './nodo-handles.ts'
import type { Rect } from './rect.ts'

const ROW = 22
const FOOT = 6
/** Between the columns and the rows in which nodes are put. */
const GAP = { x: 104, y: 40 }

/** Several ways out stand below each other, each with its name. */
export function heightOf(handles: readonly string[]): number {
  return handles.length > 1 ? HEAD + handles.length * ROW + FOOT : HEAD
}

/** How far below the top of its node a way out is. */
export function handleTop(handles: readonly string[], at: number): number {
  return handles.length > 1 ? HEAD + at * ROW + ROW / 2 : HEAD / 2
}

export function rectOf(nodo: Nodo, { x, y }: Posicion = nodo.posicion): Rect {
  return { x, y, ancho: NODO_WIDTH, alto: heightOf(handlesOf(nodo)) }
}

/** Where something comes in. */
export const ENTRY_TOP = HEAD / 2

/** The first free place at or below the wanted one. */
export function freePlace({ nodos }: Pick<Flujo, 'nodos'>, wanted: Posicion): Posicion {
  const step = HEAD + GAP.y
  const isTaken = (place: Posicion) =>
    nodos.some(({ posicion: { x, y } }) => Math.abs(x - place.x) < NODO_WIDTH && Math.abs(y - place.y) < step)
  let place = { x: Math.round(wanted.x), y: Math.round(wanted.y) }
  while (isTaken(place)) place = { ...place, y: place.y + step }
  return place
}

/** Where what follows a node goes. */
export function placeAfter(flujo: Pick<Flujo, 'nodos'>, { posicion }: Nodo): Posicion {
  return freePlace(flujo, { x: posicion.x + NODO_WIDTH + GAP.x, y: posicion.y })
}

/** Between two that are joined, and how far the second and what follows it must go to the right to make room. */
export function placeBetween(
  flujo: Pick<Flujo, 'nodos'>,
  left: Nodo,
  right: Nodo,
): { at: Posicion; room: number } {
  const [from, to] = [left.posicion, right.posicion]
  const step = NODO_WIDTH + GAP.x
  const y = Math.round((from.y + to.y) / 2)
  if (to.x - from.x >= 2 * step || to.x <= from.x)
    return { at: freePlace(flujo, { x: (from.x + to.x) / 2, y }), room: 0 }
  return { at: { x: Math.round(from.x + step), y }, room: Math.round(from.x + 2 * step - to.x) }
}
