import type { TipoDato } from './flujo.ts'

/** What a declared type takes as it is, beside itself. */
const ALSO_TAKES: Partial<Record<TipoDato, readonly TipoDato[]>> = { decimal: ['entero'] }

/** Types of which some value can be converted to the declared one. */
const CONVERTIBLE: Readonly<Record<TipoDato, readonly TipoDato[]>> = {
  texto: ['entero', 'decimal', 'booleano', 'fecha', 'fechaHora', 'binario'],
  entero: ['texto', 'decimal'],
  decimal: ['texto', 'entero'],
  booleano: ['texto', 'entero', 'decimal'],
  fecha: ['texto', 'fechaHora'],
  fechaHora: ['texto', 'fecha'],
  objeto: ['texto'],
  lista: ['texto'],
  binario: ['texto'],
  cualquiera: [],
}

/** How data of one type does where another is declared: as it is, only once converted, or never. */
export type TipoFit = 'igual' | 'convertible' | 'imposible'

export function fitTipo(declared: TipoDato | undefined, given: TipoDato | undefined): TipoFit {
  const [to, from] = [declared ?? 'cualquiera', given ?? 'cualquiera']
  if (to === 'cualquiera' || from === 'cualquiera' || to === from) return 'igual'
  if (ALSO_TAKES[to]?.includes(from)) return 'igual'
  return CONVERTIBLE[to].includes(from) ? 'convertible' : 'imposible'
}
