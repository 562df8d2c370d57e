import { Binario } from '@div/contract'
import type { Facets, SimpleType } from '../model/schema.ts'
import { compareDecimals, digitsOf } from './numbers.ts'
import { compileXsdPattern } from './xsd-pattern.ts'

/** Null when the value holds; else what is wrong, in Spanish. `text` is as it stands in the document. */
type Check = (text: string, value: unknown) => string | null

/** What a simple type asks of its values beyond their form (Datatypes 4.3). Null: nothing that can be checked. */
export function compileFacets(type: SimpleType): Check | null {
  const checks = [...checkLengths(type.facets), ...checkBounds(type), ...checkTexts(type.facets)]
  if (checks.length === 0) return null
  return (text, value) => {
    for (const check of checks) {
      const mensaje = check(text, value)
      if (mensaje !== null) return mensaje
    }
    return null
  }
}

function checkTexts({ enumeration, patterns = [] }: Facets): Check[] {
  const checks: Check[] = []
  if (enumeration) {
    const allowed = new Set(enumeration)
    const mensaje = `Use uno de estos valores: ${enumeration.slice(0, 50).join(', ')}.`
    checks.push((text) => (allowed.has(text) ? null : mensaje))
  }
  for (const pattern of patterns) {
    const matches = compileXsdPattern(pattern)
    if (matches) checks.push((text) => (matches(text) ? null : `No tiene la forma pedida: ${pattern}`))
  }
  return checks
}

function checkLengths({ length, minLength, maxLength }: Facets): Check[] {
  const least = length ?? minLength
  const most = length ?? maxLength
  const checks: Check[] = []
  if (least !== undefined && least > 0)
    checks.push((text, value) => (lengthOf(text, value) < least ? `El largo mínimo es ${least}.` : null))
  if (most !== undefined)
    checks.push((text, value) => (lengthOf(text, value) > most ? `El largo máximo es ${most}.` : null))
  return checks
}

/** Of a list in items, of binary content in bytes, of text in characters (Datatypes 4.3.1). */
function lengthOf(text: string, value: unknown): number {
  if (Array.isArray(value)) return value.length
  return value instanceof Binario ? value.bytes.length : [...text].length
}

function checkBounds({ variety, facets }: SimpleType): Check[] {
  if (variety.kind !== 'atomic') return []
  const compare = comparisonOf(variety.primitive)
  const { minInclusive, maxInclusive, minExclusive, maxExclusive, totalDigits, fractionDigits } = facets
  const checks: Check[] = []
  const bound = (limit: string | undefined, isWrong: (order: number) => boolean, words: string) => {
    if (limit !== undefined)
      checks.push((text) => (isWrong(compare(text, limit)) ? `${words} ${limit}.` : null))
  }
  bound(minInclusive, (order) => order < 0, 'El mínimo es')
  bound(maxInclusive, (order) => order > 0, 'El máximo es')
  bound(minExclusive, (order) => order <= 0, 'Tiene que ser mayor que')
  bound(maxExclusive, (order) => order >= 0, 'Tiene que ser menor que')
  if (totalDigits !== undefined)
    checks.push((text) =>
      countDigits(text).total > totalDigits ? `Tiene más de ${totalDigits} cifras.` : null,
    )
  if (fractionDigits !== undefined)
    checks.push((text) =>
      countDigits(text).fraction > fractionDigits ? `Tiene más de ${fractionDigits} decimales.` : null,
    )
  return checks
}

/** NaN compares as neither: what has no order here, as durations, is not checked. */
function comparisonOf(primitive: string): (left: string, right: string) => number {
  switch (primitive) {
    case 'float':
    case 'double':
      return (left, right) =>
        Number(left.replace('INF', 'Infinity')) - Number(right.replace('INF', 'Infinity'))
    case 'date':
    case 'dateTime':
      return (left, right) => Date.parse(left) - Date.parse(right)
    default:
      return compareDecimals
  }
}

function countDigits(text: string): { total: number; fraction: number } {
  const { whole, fraction } = digitsOf(text) ?? { whole: '', fraction: '' }
  return { total: whole.length + fraction.length, fraction: fraction.length }
}
