import type { TipoDato, Validacion } from '@div/contract'

type Limit = 'minimo' | 'maximo' | 'largoMinimo' | 'largoMaximo'

const OF_NUMBERS: readonly { field: Limit; label: string }[] = [
  { field: 'minimo', label: 'Mínimo' },
  { field: 'maximo', label: 'Máximo' },
]
const OF_LENGTHS: readonly { field: Limit; label: string }[] = [
  { field: 'largoMinimo', label: 'Largo mínimo' },
  { field: 'largoMaximo', label: 'Largo máximo' },
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
