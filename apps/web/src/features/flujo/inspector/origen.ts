import type { Referencia } from '@div/contract'

/** Where a value comes from: one of the three. */
export interface Origen {
  valor?: unknown
  valorAsignado?: Referencia | undefined
  expresion?: string | undefined
}

export const WAYS = [
  { value: 'dato', label: 'Dato' },
  { value: 'valor', label: 'Valor' },
  { value: 'formula', label: 'Fórmula' },
] as const
export type Way = (typeof WAYS)[number]['value']

export function wayOf({ valor, valorAsignado, expresion }: Origen): Way {
  if (expresion !== undefined) return 'formula'
  return valorAsignado !== undefined || valor === undefined ? 'dato' : 'valor'
}

/** Everything of the other ways goes: a value comes from one place. */
export const EMPTY: Readonly<Record<Way, Origen>> = {
  dato: { valor: undefined, valorAsignado: undefined, expresion: undefined },
  valor: { valor: '', valorAsignado: undefined, expresion: undefined },
  formula: { valor: undefined, valorAsignado: undefined, expresion: '' },
}

/** What is typed as a fixed value is what it says in JSON, such as 7 or true, and otherwise a text. */
export function readValor(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // Only what reads back as it was typed: whoever types 1.0 is not done.
    return JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

export function showValor(valor: unknown): string {
  if (valor === undefined) return ''
  if (typeof valor !== 'string') return JSON.stringify(valor)
  // A text that would be read as something else is shown in quotes, as it must be typed.
  return readValor(valor) === valor ? valor : JSON.stringify(valor)
}
