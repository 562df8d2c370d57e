import { CORTES_DE_EVALUACION, type MedidaDeRag } from '@div/contract'

/** Of each thing that was expected, the place of the first passage that is it, from 1; null: not among those that were found. */
export type Lugares = readonly (number | null)[]

type Medidas = Omit<MedidaDeRag, 'modo'>

/**
 * Of what was expected, the part that stands among the first k (Manning, Raghavan and Schütze, Introduction to Information Retrieval, 8.3 and
 * 8.4).
 */
export function recallAt(lugares: Lugares, k: number): number {
  return lugares.filter((lugar) => lugar !== null && lugar <= k).length / lugares.length
}

/** The place of the first one that was expected; null: there is none. */
export function firstLugar(lugares: Lugares): number | null {
  const found = lugares.filter((lugar) => lugar !== null)
  return found.length === 0 ? null : Math.min(...found)
}

export function recallsOf(lugares: Lugares): Medidas['recall'] {
  return CORTES_DE_EVALUACION.map((k) => ({ k, valor: recallAt(lugares, k) }))
}

/** Means over the questions, of which each counts the same; of no question at all they are 0. */
export function measurePreguntas(preguntas: readonly Lugares[]): Medidas {
  const meanOf = (value: (lugares: Lugares) => number) =>
    preguntas.reduce((sum, lugares) => sum + value(lugares), 0) / Math.max(1, preguntas.length)
  return {
    recall: CORTES_DE_EVALUACION.map((k) => ({ k, valor: meanOf((lugares) => recallAt(lugares, k)) })),
    // Mean reciprocal rank (Voorhees, TREC-8 1999): 1 for the first place, 1/2 for the second, 0 for none.
    mrr: meanOf((lugares) => 1 / (firstLugar(lugares) ?? Number.POSITIVE_INFINITY)),
  }
}
