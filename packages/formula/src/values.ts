import { Binario, decimalOf, Fecha, isPlainObject } from '@div/contract'
import { Decimal } from 'decimal.js'
import { failFormula } from './fail-formula.ts'
import { type Meter, payForAll } from './meter.ts'

/*
 * How formulas see values: what equals what, what comes before what, and what a text or a number makes of a value. Rules and
 * functions use the same.
 */

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/
/** Of a number; one of more is no number of any business and would make arithmetic slow. */
const MAX_DIGITS = 60
/** So many digits with all that may stand around them: sign, point, zeros, exponent, blanks. */
const MAX_NUMERIC_LENGTH = 100
export const collator = new Intl.Collator('es', { numeric: false })

/** A number, or exact decimal text of more than 15 digits; undefined for anything else. */
export function toDecimal(value: unknown): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' ? readNumeric(value) : undefined
}

function readNumeric(text: string): number | string | undefined {
  if (text.length > MAX_NUMERIC_LENGTH || !NUMERIC.test(text)) return undefined
  const decimal = readDecimal(text.trim())
  if (typeof decimal === 'string' && countDigits(decimal) > MAX_DIGITS) return undefined
  return Number.isFinite(Number(decimal)) ? decimal : undefined
}

/** What a decimal text writes: whole numbers are numbers up to 2^53, others as long as 15 digits hold them. */
export function readDecimal(text: string): number | string {
  const decimal = decimalOf(text)
  return typeof decimal === 'string' && /^[+-]?\d{16}$/.test(decimal) && Number.isSafeInteger(Number(decimal))
    ? Number(decimal)
    : decimal
}

/** Without the zeros before them. */
function countDigits(text: string): number {
  const [mantissa = ''] = text.split(/e/i)
  return mantissa.replace(/\D/g, '').replace(/^0+/, '').length
}

/** Why what writes a number is none to compute with; null for what writes none. */
export function numberProblem(value: unknown): string | null {
  if (typeof value !== 'string' || !NUMERIC.test(value)) return null
  return countDigits(value) > MAX_DIGITS || value.length > MAX_NUMERIC_LENGTH
    ? `tiene más de ${MAX_DIGITS} cifras`
    : 'es demasiado grande'
}

/** Null is the empty text; lists and objects are their JSON. Inside a formula the `meter` pays for what that takes. */
export function toTexto(value: unknown, meter?: Meter): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return String(value)
    case 'boolean':
      return value ? 'VERDADERO' : 'FALSO'
    case 'object':
      if (value === null) return ''
      return isMoment(value) || value instanceof Binario ? value.toJSON() : toJson(value, meter)
    default:
      return ''
  }
}

/** JSON of any value; undefined is null. */
export function toJson(value: unknown, meter?: Meter): string {
  if (meter && typeof value === 'object' && value !== null) payForAll(value, meter)
  return JSON.stringify(value ?? null)
}

const LOGICOS: ReadonlyMap<string, boolean> = new Map([
  ['verdadero', true],
  ['true', true],
  ['sí', true],
  ['si', true],
  ['falso', false],
  ['false', false],
  ['no', false],
])

/** A boolean, a number (zero is false) or a text that writes one of them; undefined for anything else. */
export function toLogico(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string' || value.length > MAX_NUMERIC_LENGTH) return undefined
  const decimal = toDecimal(value)
  return decimal === undefined ? LOGICOS.get(value.trim().toLowerCase()) : Number(decimal) !== 0
}

/** Whether a condition holds. Null and a blank text do not; throws ExpresionFallida for what says neither. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (isNothing(value)) return false
  const logico = toLogico(value)
  if (logico !== undefined) return logico
  if (typeof value === 'string' && value.trim() === '') return false
  return failFormula(`se esperaba verdadero o falso y se recibió ${describe(value)}`)
}

/** Deep equality. Null equals only null; a number equals the text that writes it; a day equals its ISO text. */
export function equalValues(left: unknown, right: unknown, meter?: Meter): boolean {
  if (left === right) return true
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right)
  if (typeof left === 'object' && typeof right === 'object') {
    // What is compared is never more than what one of the two holds.
    if (meter) payForAll(left, meter)
    return equalObjects(left, right)
  }
  if (typeof left === 'number' || typeof right === 'number') return compareNumbers(left, right) === 0
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

/** NaN unless both are numbers or write one. Digits beyond the 15 of a number count. */
function compareNumbers(left: unknown, right: unknown): number {
  const [a, b] = [toDecimal(left), toDecimal(right)]
  if (a === undefined || b === undefined) return Number.NaN
  return typeof a === 'number' && typeof b === 'number' ? a - b : new Decimal(a).cmp(b)
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
    const order = compareNumbers(left, right)
    return Number.isNaN(order) ? collator.compare(left, right) : order
  }
  return compareNumbers(left, right)
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

/** `readProperty` of a name that is known when the formula is compiled. */
export function propertyReader(name: string): (value: unknown) => unknown {
  // Plain data inherits only these: of any other name what it has is its own.
  const isInherited = name in Object.prototype
  return (value) => {
    if (isInherited || !isPlainObject(value)) return readProperty(value, name)
    return value[name] ?? null
  }
}

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function isMoment(value: unknown): value is Date | Fecha {
  return value instanceof Date || value instanceof Fecha
}

/** RFC 3339 date-time: without a zone it would be another instant on every machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
/** No date is longer; a text of another length is not looked at. */
const MAX_MOMENT_LENGTH = 40

/** A day, an instant, or what a text writes of one in ISO 8601; undefined for anything else. */
export function readMoment(value: unknown): Date | Fecha | undefined {
  if (isMoment(value)) return value
  if (typeof value !== 'string' || value.length > MAX_MOMENT_LENGTH) return undefined
  const text = value.trim().toUpperCase()
  const day = Fecha.parse(text.slice(0, 10))
  if (!day || text.length === 10) return day ?? undefined
  const instant = INSTANT.test(text) ? new Date(text) : null
  return instant && !Number.isNaN(instant.getTime()) ? instant : undefined
}

/** Epoch milliseconds of a day (its UTC midnight), an instant, or the ISO text of one; NaN otherwise. */
export function momentOf(value: unknown): number {
  const moment = readMoment(value)
  if (moment === undefined) return Number.NaN
  return moment instanceof Fecha ? moment.toEpochMs() : moment.getTime()
}

/** A sentence about a value for an error: its beginning, never more. */
export function describe(value: unknown): string {
  if (isNothing(value)) return 'nada'
  if (Array.isArray(value)) return 'una lista'
  if (typeof value === 'object' && !isMoment(value) && !(value instanceof Binario)) return 'un objeto'
  const text = toTexto(value)
  return `«${text.length > 40 ? `${text.slice(0, 40)}…` : text}»`
}

/** Names that could reach behind plain data: no field may have them. */
const FORBIDDEN: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype'])

export function isForbiddenName(name: unknown): boolean {
  return FORBIDDEN.has(name)
}

/** The name of a field that data from outside asks for. Throws ExpresionFallida for a forbidden one. */
export function safeName(name: string): string {
  return FORBIDDEN.has(name) ? failFormula(`«${name}» no puede ser el nombre de un dato`) : name
}
