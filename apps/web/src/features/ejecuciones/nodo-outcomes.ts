import type { EstadoNodo, Paso } from '@div/contract'

/** How a node came out in a run: of one in a region, all its items together. */
export interface NodoOutcome<Estado = EstadoNodo> {
  estado: Estado
  durationMs: number
  /** How often it ran. */
  count: number
}

/** The same of a run that may go on still. */
export type LiveOutcome = NodoOutcome<EstadoNodo | 'ejecutando' | 'esperando'>

/** From what deserves a look most. */
const WORST_FIRST: readonly EstadoNodo[] = ['error', 'cancelado', 'ok', 'omitido']

export function nodoOutcomes(pasos: readonly Paso[]): ReadonlyMap<string, NodoOutcome> {
  const outcomes = new Map<string, NodoOutcome>()
  for (const { nodo, estado, duracionMs, iteraciones = 1 } of pasos) {
    const known = outcomes.get(nodo) ?? { estado, durationMs: 0, count: 0 }
    outcomes.set(nodo, {
      estado: worse(known.estado, estado),
      durationMs: known.durationMs + duracionMs,
      count: known.count + iteraciones,
    })
  }
  return outcomes
}

function worse(left: EstadoNodo, right: EstadoNodo): EstadoNodo {
  return WORST_FIRST.indexOf(left) <= WORST_FIRST.indexOf(right) ? left : right
}
