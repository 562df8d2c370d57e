import type { TipoDato } from '@div/contract'

/** What the types are called, in the order in which they are offered. */
export const TIPO_DATO_LABELS: Readonly<Record<TipoDato, string>> = {
  texto: 'Texto',
  entero: 'Entero',
  decimal: 'Decimal',
  booleano: 'Sí o no',
  fecha: 'Fecha',
  fechaHora: 'Fecha y hora',
  objeto: 'Objeto',
  lista: 'Lista',
  binario: 'Binario',
  cualquiera: 'Cualquiera',
}

export const TIPO_DATO_OPTIONS = Object.entries(TIPO_DATO_LABELS).map(([value, label]) => ({ value, label }))

export function isTipoDato(value: string | null): value is TipoDato {
  return value !== null && value in TIPO_DATO_LABELS
}
