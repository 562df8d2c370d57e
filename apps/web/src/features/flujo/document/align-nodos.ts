import type { Flujo, Nodo } from '@div/contract'
import type { Posicion } from './flujo-command.ts'
import { type ChangePlan, planMove } from './plan-change.ts'

export type Alignment = 'izquierda' | 'arriba' | 'repartir-x' | 'repartir-y'

/** Puts nodes in one line, or at equal distances between the outermost. */
export function planAlign(flujo: Flujo, ids: ReadonlySet<string>, alignment: Alignment): ChangePlan {
  const nodos = flujo.nodos.filter(({ id }) => ids.has(id))
  return planMove(flujo, new Map(placesOf(nodos, alignment)))
}

function placesOf(nodos: readonly Nodo[], alignment: Alignment): readonly (readonly [string, Posicion])[] {
  const places = nodos.map(({ id, posicion }) => [id, posicion] as const)
  switch (alignment) {
    case 'izquierda':
      return places.map(([id, place]) => [id, { ...place, x: least(nodos, 'x') }])
    case 'arriba':
      return places.map(([id, place]) => [id, { ...place, y: least(nodos, 'y') }])
    case 'repartir-x':
      return spread(nodos, 'x')
    case 'repartir-y':
      return spread(nodos, 'y')
  }
}

const least = (nodos: readonly Nodo[], axis: 'x' | 'y') =>
  Math.min(...nodos.map(({ posicion }) => posicion[axis]))

function spread(nodos: readonly Nodo[], axis: 'x' | 'y'): readonly (readonly [string, Posicion])[] {
  const sorted = nodos.toSorted((left, right) => left.posicion[axis] - right.posicion[axis])
  const from = sorted[0]?.posicion[axis] ?? 0
  const to = sorted.at(-1)?.posicion[axis] ?? 0
  const step = (to - from) / Math.max(sorted.length - 1, 1)
  return sorted.map(({ id, posicion }, at) => [id, { ...posicion, [axis]: Math.round(from + at * step) }])
}
