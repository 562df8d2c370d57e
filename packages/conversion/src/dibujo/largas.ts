import { LIMITS } from '@div/contract'

/** A longer formula could not be published. */
export const FORMULA_MAX = LIMITS.caracteresFormula

/** A node whose formulas can be computed: of those that are too long the value is null. */
export function withoutLargas<Nodo extends object>(nodo: Nodo): { nodo: Nodo; cuantas: number } {
  let cuantas = 0
  const acortar = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each
    const formula: unknown = Reflect.get(each, 'expresion')
    if (typeof formula !== 'string' || formula.length <= FORMULA_MAX) return each
    cuantas += 1
    return { ...each, expresion: 'NULO' }
  }
  const listas = Object.entries(nodo).map(([campo, valor]) => [
    campo,
    Array.isArray(valor) ? valor.map(acortar) : valor,
  ])
  return { nodo: { ...nodo, ...Object.fromEntries(listas) }, cuantas }
}
