import { Binario, decimalOf, ExpresionFallida, Fecha } from '@div/contract'

/*
 * How formulas see values: what equals what, what comes before what, and what a text or a number makes of a value. Rules and
 * functions use the same.
 */

const NUMERIC = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/
/** Digits of a numeric text; a longer one is not a number of any business and would make arithmetic slow. */
const MAX_NUMERIC_LENGTH = 60
const collator = new Intl.Collator('es', { numeric: false })

/** A number, or exact decimal text of more than 15 digits; undefined for anything else. */
export function toDecimal(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.length > MAX_NUMERIC_LENGTH || !NUMERIC.test(value)) return undefined
  return decimalOf(value.trim())
}

/** Null is the empty text; lists and objects are their JSON. */
export function toTexto(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return String(value)
    case 'boolean':
      return value ? 'VERDADERO' : 'FALSO'
    case 'object':
      if (value === null) return ''
      return value instanceof Date || value instanceof Fecha || value instanceof Binario
        ? value.toJSON()
        : JSON.stringify(value)
    default:
      return ''
  }
}

/** Only VERDADERO, a number other than zero and the texts that say so are true. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return /^(?:verdadero|true|1|s[ií])$/i.test(value.trim())
  return false
}

/** Deep equality. Null equals only null; a number equals the text that writes it; a day equals its ISO text. */
export function equalValues(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right)
  if (typeof left === 'object' && typeof right === 'object') return equalObjects(left, right)
  if (typeof left === 'number' || typeof right === 'number') {
    const [a, b] = [toDecimal(left), toDecimal(right)]
    return a !== undefined && b !== undefined && Number(a) === Number(b)
  }
  return isMoment(left) || isMoment(right) ? momentOf(left) === momentOf(right) : false
}

function equalObjects(left: object, right: object): boolean {
  if (isMoment(left) || isMoment(right)) return momentOf(left) === momentOf(right)
  if (left instanceof Binario && right instanceof Binario) return left.toJSON() === right.toJSON()
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equalValues(item, right[index]))
    )
  }
  const [a, b] = [Object.entries(left), Object.entries(right)]
  return (
    a.length === b.length &&
    a.every(
      ([key, value]) =>
        Object.hasOwn(right, key) && equalValues(value, Object.getOwnPropertyDescriptor(right, key)?.value),
    )
  )
}

/**
 * Negative, zero or positive; NaN when the two have no order (null, lists, objects): every comparison with them is then false. Texts
 * are ordered as Spanish dictionaries do.
 */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (isNothing(left) || isNothing(right)) return Number.NaN
  if (isMoment(left) || isMoment(right)) return momentOf(left) - momentOf(right)
  if (typeof left === 'string' && typeof right === 'string') {
    const exact = toDecimal(left) !== undefined && toDecimal(right) !== undefined
    return exact ? Number(left) - Number(right) : collator.compare(left, right)
  }
  if (typeof left === 'object' || typeof right === 'object') return Number.NaN
  return Number(toDecimal(left) ?? Number.NaN) - Number(toDecimal(right) ?? Number.NaN)
}

/** Own properties of plain data, items of lists; null for everything else. */
export function readProperty(value: unknown, key: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return typeof key === 'number' ? (value.at(key) ?? null) : null
  if (value instanceof Date || value instanceof Fecha || value instanceof Binario) return null
  if (typeof key !== 'string' && typeof key !== 'number') return null
  // Own properties only: `__proto__` and `constructor` are inherited and never read (security rule 3).
  return Object.hasOwn(value, key) ? ((value as Record<string | number, unknown>)[key] ?? null) : null
}

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function isMoment(value: unknown): value is Date | Fecha {
  return value instanceof Date || value instanceof Fecha
}

/** Epoch milliseconds of a date, an instant, or the ISO text of one; NaN otherwise. */
function momentOf(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (value instanceof Fecha) return value.toEpochMs()
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN
}

/** A sentence about a value for an error: its beginning, never more. */
export function describe(value: unknown): string {
  if (isNothing(value)) return 'nada'
  const text = toTexto(value)
  return `«${text.length > 40 ? `${text.slice(0, 40)}…` : text}»`
}

export function failFormula(motivo: string): never {
  throw new ExpresionFallida({ motivo })
}
