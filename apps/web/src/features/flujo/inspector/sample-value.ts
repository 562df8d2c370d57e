import type { TipoDato } from '@div/contract'

const NUMBER = /^-?\d+(\.\d+)?$/

/** What was typed as a sample of a declared type; undefined of nothing, the text itself of what does not fit yet. */
export function sampleValue(text: string, tipo: TipoDato): unknown {
  if (text === '') return undefined
  if ((tipo === 'entero' || tipo === 'decimal') && isExactNumber(text)) return Number(text)
  if (tipo === 'booleano' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Only what reads back as it was typed: «1.» and «1.0» are on their way to something else. */
function isExactNumber(text: string): boolean {
  return NUMBER.test(text) && String(Number(text)) === text
}

export function sampleText(ejemplo: unknown): string {
  if (ejemplo === undefined || ejemplo === null) return ''
  return typeof ejemplo === 'string' ? ejemplo : JSON.stringify(ejemplo)
}
