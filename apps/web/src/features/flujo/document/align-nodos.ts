import type { Flujo, Nodo } from '@div/contract'
import type { Posicion } from './flujo-command.ts'
import { rectOf } from './nodo-geometry.ts'
import { type ChangePlan, planMove } from './plan-change.ts'
import { boundsOf, type Rect } from './rect.ts'

export type Alignment =
  | 'izquierda'
  | 'derecha'
  | 'arriba'
  | 'abajo'
  | 'columna'
  | 'fila'
  | 'repartir-x'
  | 'repartir-y'

/** Puts nodes in one line, or at equal distances between the outermost. */
export function planAlign(flujo: Flujo, ids: ReadonlySet<string>, alignment: Alignment): ChangePlan {
  const nodos = flujo.nodos.filter(({ id }) => ids.has(id))
  return planMove(flujo, new Map(placesOf(nodos, alignment)))
}

function placesOf(nodos: readonly Nodo[], alignment: Alignment): readonly (readonly [string, Posicion])[] {
  const bounds = boundsOf(nodos.map((nodo) => rectOf(nodo)))
  if (bounds === null) return []
  const { x, y, ancho, alto } = bounds
  const put = (place: (rect: Rect) => Partial<Posicion>) =>
    nodos.map((nodo) => [nodo.id, { ...nodo.posicion, ...place(rectOf(nodo)) }] as const)
  switch (alignment) {
    case 'izquierda':
      return put(() => ({ x }))
    case 'derecha':
      return put((rect) => ({ x: x + ancho - rect.ancho }))
    case 'arriba':
      return put(() => ({ y }))
    case 'abajo':
      return put((rect) => ({ y: y + alto - rect.alto }))
    case 'columna':
      return put((rect) => ({ x: Math.round(x + (ancho - rect.ancho) / 2) }))
    case 'fila':
      return put((rect) => ({ y: Math.round(y + (alto - rect.alto) / 2) }))
    case 'repartir-x':
      return spread(nodos, 'x')
    case 'repartir-y':
      return spread(nodos, 'y')
  }
}

function spread(nodos: readonly Nodo[], axis: 'x' | 'y'): readonly (readonly [string, Posicion])[] {
  const sorted = nodos.toSorted((left, right) => left.posicion[axis] - right.posicion[axis])
  const from = sorted[0]?.posicion[axis] ?? 0
  const to = sorted.at(-1)?.posicion[axis] ?? 0
  const step = (to - from) / Math.max(sorted.length - 1, 1)
  return sorted.map(({ id, posicion }, at) => [id, { ...posicion, [axis]: Math.round(from + at * step) }])
}
