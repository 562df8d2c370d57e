import type { TipoDato } from '@div/contract'
import type { Operador } from '@div/nodos/catalogo'

/** How rules read. */
export const OPERADOR_LABELS: Readonly<Record<Operador, string>> = {
  igual: 'es igual a',
  distinto: 'es distinto de',
  mayor: 'es mayor que',
  mayorIgual: 'es mayor o igual que',
  menor: 'es menor que',
  menorIgual: 'es menor o igual que',
  contiene: 'contiene',
  noContiene: 'no contiene',
  empiezaCon: 'empieza por',
  terminaCon: 'termina en',
  en: 'está en la lista',
  vacio: 'está vacío',
  noVacio: 'no está vacío',
}

const TEXTUAL: readonly Operador[] = ['empiezaCon', 'terminaCon']
const HOLDING: readonly Operador[] = ['contiene', 'noContiene']
const ORDERED: readonly Operador[] = ['mayor', 'mayorIgual', 'menor', 'menorIgual']
const ALWAYS: readonly Operador[] = ['igual', 'distinto', 'en', 'vacio', 'noVacio']

const OF: Readonly<Partial<Record<TipoDato, readonly Operador[]>>> = {
  texto: [...ALWAYS, ...HOLDING, ...TEXTUAL, ...ORDERED],
  entero: [...ALWAYS, ...ORDERED],
  decimal: [...ALWAYS, ...ORDERED],
  booleano: ['igual', 'distinto', 'vacio', 'noVacio'],
  fecha: [...ALWAYS, ...ORDERED],
  fechaHora: [...ALWAYS, ...ORDERED],
  lista: [...HOLDING, 'vacio', 'noVacio'],
  objeto: ['vacio', 'noVacio'],
}

/** The operators that say something about a value of a type; the one that is chosen is always among them. */
export function operadoresOf(tipo: TipoDato | undefined, chosen: Operador) {
  const all = Object.entries(OPERADOR_LABELS) as [Operador, string][]
  const fitting = tipo === undefined ? undefined : OF[tipo]
  return all
    .filter(([operador]) => operador === chosen || fitting === undefined || fitting.includes(operador))
    .map(([value, label]) => ({ value, label }))
}

export function isOperador(value: string | null): value is Operador {
  return value !== null && value in OPERADOR_LABELS
}
