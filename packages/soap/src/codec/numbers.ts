import type { BuiltIn } from '../model/schema.ts'

export interface IntegerRange {
  min?: bigint | undefined
  max?: bigint | undefined
}

function bits(count: number): { signed: IntegerRange; unsigned: IntegerRange } {
  const half = 2n ** BigInt(count - 1)
  return { signed: { min: -half, max: half - 1n }, unsigned: { min: 0n, max: 2n * half - 1n } }
}

/** Datatypes 3.3.13 to 3.3.25. */
export const INTEGER_RANGES: Readonly<Partial<Record<BuiltIn, IntegerRange>>> = {
  nonPositiveInteger: { max: 0n },
  negativeInteger: { max: -1n },
  nonNegativeInteger: { min: 0n },
  positiveInteger: { min: 1n },
  long: bits(64).signed,
  int: bits(32).signed,
  short: bits(16).signed,
  byte: bits(8).signed,
  unsignedLong: bits(64).unsigned,
  unsignedInt: bits(32).unsigned,
  unsignedShort: bits(16).unsigned,
  unsignedByte: bits(8).unsigned,
}

/** Of the text of a whole number. */
export function isInRange(text: string, { min, max }: IntegerRange): boolean {
  if (min === undefined && max === undefined) return true
  const exact = BigInt(text.replace(/^\+/, ''))
  return (min === undefined || exact >= min) && (max === undefined || exact <= max)
}

/** Digits that every number holds exactly. */
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent)
const POINT = 46
const MINUS = 45
const NINE = 57

/**
 * Of digits with at most a minus and a point, as most numbers are written: an expression and the parser of the language take three times as
 * long. Both numbers of the division are exact, so that what it gives is the nearest to what the text says. `undefined`: it is more.
 */
export function commonNumber(text: string): number | undefined {
  const { length } = text
  const begin = text.charCodeAt(0) === MINUS ? 1 : 0
  let digits = 0
  let point = length
  for (let at = begin; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) digits = digits * 10 + code - ZERO
    else if (code === POINT && point === length) point = at
    else return undefined
  }
  const decimals = length - point - 1
  const count = length - begin - (decimals < 0 ? 0 : 1)
  if (count === 0 || count > EXACT_DIGITS) return undefined
  const size = decimals > 0 ? digits / (POWERS_OF_TEN[decimals] ?? 1) : digits
  return begin === 1 ? -size : size
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/** A number, or the text of one, without an exponent: what xsd:decimal has none of. `undefined`: it is none. */
export function plainDecimal(value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return undefined
    // A negative zero is written without its sign.
    const text = String(value)
    const size = Math.abs(value)
    // Only such numbers are written with an exponent (ECMA-262, Number::toString).
    return size >= 1e21 || (size < 1e-6 && size > 0) ? withoutExponent(text) : text
  }
  return typeof value === 'string' ? withoutExponent(value.trim()) : undefined
}

function withoutExponent(text: string): string | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent] = match
  if (whole === '' && fraction === '') return undefined
  if (exponent === undefined)
    return fraction === '' ? `${minus(sign)}${whole}` : `${minus(sign)}${whole || '0'}.${fraction}`
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `${minus(sign)}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${minus(sign)}${digits}${'0'.repeat(point - digits.length)}`
  return `${minus(sign)}${digits.slice(0, point)}.${digits.slice(point)}`
}

function minus(sign: string): string {
  return sign === '-' ? '-' : ''
}

/** -1, 0 or 1; exact for decimals of any length, which no number or bigint of millions of digits is. NaN: one of them is no decimal. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [digitsOf(left), digitsOf(right)]
  if (a === null || b === null) return Number.NaN
  if (a.sign !== b.sign) return a.sign < b.sign ? -1 : 1
  const isLess =
    a.whole.length === b.whole.length
      ? a.whole === b.whole
        ? a.fraction < b.fraction
        : a.whole < b.whole
      : a.whole.length < b.whole.length
  if (a.whole === b.whole && a.fraction === b.fraction) return 0
  return isLess ? -a.sign : a.sign
}

export interface Digits {
  sign: -1 | 0 | 1
  /** Without the zeros before it. */
  whole: string
  /** Without the zeros after it. */
  fraction: string
}

/** Null: it is no decimal. */
export function digitsOf(text: string): Digits | null {
  const plain = plainDecimal(text)
  if (plain === undefined) return null
  const [before = '', after = ''] = plain.replace('-', '').split('.')
  const whole = before.replace(/^0+/, '')
  const fraction = withoutZeros(after)
  const isZero = whole === '' && fraction === ''
  return { sign: isZero ? 0 : plain.startsWith('-') ? -1 : 1, whole, fraction }
}

/** An expression for zeros at the end looks at each of them again from every other. */
function withoutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction.charCodeAt(end - 1) === ZERO) end--
  return fraction.slice(0, end)
}
const ZERO = 48
