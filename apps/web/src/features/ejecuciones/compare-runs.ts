import type { Ejecucion, EstadoNodo } from '@div/contract'
import { nodoOutcomes } from './nodo-outcomes.ts'

type Side = { estado: EstadoNodo; durationMs: number } | null

/** One node of two runs, laid beside each other. */
export interface ComparedNodo {
  nodo: string
  before: Side
  after: Side
  /** Fields of its span that are not alike. */
  changed: readonly ('entrada' | 'salida')[]
}

type Run = Pick<Ejecucion, 'pasos'>

/** Node by node in the order of the second run; what only the first one had comes last. */
export function compareRuns(before: Run, after: Run): ComparedNodo[] {
  const [left, right] = [nodoOutcomes(before.pasos), nodoOutcomes(after.pasos)]
  const ids = new Set([...right.keys(), ...left.keys()])
  return [...ids].map((nodo) => ({
    nodo,
    before: left.get(nodo) ?? null,
    after: right.get(nodo) ?? null,
    changed: (['entrada', 'salida'] as const).filter(
      (field) => textOf(before, nodo, field) !== textOf(after, nodo, field),
    ),
  }))
}

/** Why one of both runs has nothing of a node: its drawing did not have it, or the run ended before. */
export function describeAbsence(
  which: 'primera' | 'segunda',
  nodo: string,
  known: ReadonlySet<string> | undefined,
): string {
  return known?.has(nodo) ? `La ${which} no llegó a él` : `No estaba en la ${which}`
}

/** The values of all spans of a node, as text. */
export function textOf({ pasos }: Run, nodo: string, field: 'entrada' | 'salida'): string {
  const values = pasos.filter((paso) => paso.nodo === nodo).map((paso) => paso[field])
  const [first] = values
  const shown = values.length > 1 ? values : first
  return shown === undefined ? '' : JSON.stringify(shown, null, 2)
}
