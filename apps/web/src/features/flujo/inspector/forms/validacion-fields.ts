import type { TipoDato, Validacion } from '@div/contract'

type Limit = 'minimo' | 'maximo' | 'largoMinimo' | 'largoMaximo'

interface LimitField {
  field: Limit
  label: string
  /** What its number may be. */
  bounds?: { min: number; allowDecimal: boolean; clampBehavior: 'strict' }
}

const COUNT = { min: 0, allowDecimal: false, clampBehavior: 'strict' } as const
const OF_NUMBERS: readonly LimitField[] = [
  { field: 'minimo', label: 'Mínimo' },
  { field: 'maximo', label: 'Máximo' },
]
const OF_LENGTHS: readonly LimitField[] = [
  { field: 'largoMinimo', label: 'Largo mínimo', bounds: COUNT },
  { field: 'largoMaximo', label: 'Largo máximo', bounds: COUNT },
]

/** The limits that mean something for a type. */
export function limitsOf(tipo: TipoDato): typeof OF_NUMBERS {
  if (tipo === 'entero' || tipo === 'decimal') return OF_NUMBERS
  return tipo === 'texto' || tipo === 'lista' ? OF_LENGTHS : []
}

type Fields = { readonly [Name in keyof Validacion]?: Validacion[Name] | undefined }

/** Undefined takes a limit away; without any nothing is declared. */
export function withValidacion(before: Validacion, fields: Fields): Validacion | undefined {
  const entries = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
