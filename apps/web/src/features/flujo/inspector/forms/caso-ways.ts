import { type Regla, reglaSchema } from '@div/nodos/catalogo'
import type { Caso } from '../casos.ts'
import { newRegla } from '../regla/regla-edit.ts'

/** How a case is decided, and what it would be the other way; null: that cannot say the same. */
export type CasoWays =
  | { way: 'regla'; regla: Regla | null; formula: string | null }
  | { way: 'formula'; expresion: string; regla: Regla | null }

interface Translating {
  reglaToFormula: (regla: Regla) => string | null
  formulaToRegla: (formula: string) => Regla | null
}

const NOTHING = JSON.stringify(newRegla())

/** `translating` is undefined until it is loaded. A rule that is not well formed, or says nothing yet, is begun anew. */
export function waysOf(
  { regla: stored, expresion = '' }: Caso,
  translating: Translating | undefined,
): CasoWays {
  if (stored === undefined) {
    const isEmpty = expresion.trim() === ''
    return {
      way: 'formula',
      expresion,
      regla: isEmpty ? newRegla() : (translating?.formulaToRegla(expresion) ?? null),
    }
  }
  const regla = reglaSchema.safeParse(stored).data ?? null
  const isEmpty = regla === null || JSON.stringify(regla) === NOTHING
  return { way: 'regla', regla, formula: isEmpty ? '' : (translating?.reglaToFormula(regla) ?? null) }
}
