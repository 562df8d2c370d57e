import type { Columna, TipoDato } from '@div/contract'
import { readCell, showCell } from './cell-text.ts'

/** How the rows of a column may be narrowed; the API spells them so. */
const OPERADORES = ['contiene', 'igual', 'minimo', 'maximo', 'vacio'] as const
export type Operador = (typeof OPERADORES)[number]

export const OPERADOR_LABELS: Readonly<Record<Operador, string>> = {
  contiene: 'Contiene',
  igual: 'Es igual a',
  minimo: 'Desde',
  maximo: 'Hasta',
  vacio: 'Está vacío',
}

export interface Filtro {
  columna: string
  operador: Operador
  /** As the API takes it. */
  valor: string
}

const SORTED: ReadonlySet<TipoDato> = new Set(['entero', 'decimal', 'fecha', 'fechaHora'])

/** What makes sense of a type. */
export function operadoresOf(tipo: TipoDato): Operador[] {
  if (tipo === 'booleano') return ['igual', 'vacio']
  return SORTED.has(tipo) ? ['igual', 'minimo', 'maximo', 'vacio'] : ['contiene', 'igual', 'vacio']
}

/** The filters that stand in an address, of columns that there are. */
export function readFiltros(params: URLSearchParams, columnas: readonly Columna[]): Filtro[] {
  return [...params].flatMap(([name, valor]) => {
    const [prefix, columna, operador = 'igual'] = name.split('.')
    const isKnown = prefix === 'filtro' && columnas.some(({ nombre }) => nombre === columna)
    return isKnown && columna !== undefined && isOperador(operador) ? [{ columna, operador, valor }] : []
  })
}

/** The address with this filter as the only one of its column; without one when it is null. */
export function withFiltro(params: URLSearchParams, columna: string, filtro: Filtro | null): URLSearchParams {
  const next = new URLSearchParams(
    [...params].filter(([name]) => name !== `filtro.${columna}` && !name.startsWith(`filtro.${columna}.`)),
  )
  if (filtro !== null) next.set(nameOf(filtro), filtro.valor)
  return next
}

export function nameOf({ columna, operador }: Filtro): string {
  return operador === 'igual' ? `filtro.${columna}` : `filtro.${columna}.${operador}`
}

/** What was written into a filter, as the API takes it. */
export function filtroValor(text: string, tipo: TipoDato): string {
  const valor = readCell(text, tipo)
  return typeof valor === 'string' ? valor : JSON.stringify(valor)
}

export function showFiltro({ operador, valor }: Filtro, tipo: TipoDato): string {
  if (operador === 'vacio') return OPERADOR_LABELS.vacio.toLowerCase()
  const shown = tipo === 'booleano' ? showCell(valor === 'true', tipo) : showCell(valor, tipo)
  return `${OPERADOR_LABELS[operador].toLowerCase()} ${shown}`
}

function isOperador(text: string): text is Operador {
  return OPERADORES.some((each) => each === text)
}
