import { decimalOf } from '@div/contract'
import { Decimal } from 'decimal.js'
import { failFormula } from './fail-formula.ts'
import { describe, isNothing, toDecimal } from './values.ts'

/*
 * Arithmetic as a spreadsheet does it: in decimal. What two short numbers yield has 15 significant digits (0.1 + 0.2 is 0.3, 100.1 - 100
 * is 0.1); whole numbers beyond 2^53 and numbers of more digits are exact decimal text and are computed with as many as they need. See
 * docs/decisions/2026-11-21-decimals.md.
 */

const Exact = Decimal.clone({
  precision: 40,
  rounding: Decimal.ROUND_HALF_UP,
  modulo: Decimal.ROUND_FLOOR,
  toExpNeg: -50,
  toExpPos: 60,
})
const SIGNIFICANT_DIGITS = 15
/** Amounts are counted in ten-thousandths where that is exact; most prices and taxes are. */
const UNITS = 10_000
const MAX_UNITS = 1e15
const FINE = 1e8
const FINE_PLACES = 8
/** Added to a result, it takes the sign from a zero, which nobody should see. */
const POSITIVE_ZERO = 0

type Operation = (left: number, right: number) => number | string
type ExactOperation = (left: Decimal, right: Decimal) => Decimal

function arithmetic(symbol: string, operate: Operation, exactly: ExactOperation) {
  return (left: unknown, right: unknown): number | string | null => {
    if (typeof left === 'number' && typeof right === 'number') return operate(left, right)
    if (isNothing(left) || isNothing(right)) return null
    const [a, b] = [toDecimal(left), toDecimal(right)]
    if (a === undefined) return failFormula(`«${symbol}» necesita números y recibió ${describe(left)}`)
    if (b === undefined) return failFormula(`«${symbol}» necesita números y recibió ${describe(right)}`)
    if (typeof a === 'number' && typeof b === 'number') return operate(a, b)
    return fromExact(exactly(new Exact(a), new Exact(b)))
  }
}

export const add = arithmetic('+', addNumbers, (a, b) => a.plus(b))
export const subtract = arithmetic(
  '-',
  (a, b) => addNumbers(a, -b),
  (a, b) => a.minus(b),
)
export const multiply = arithmetic(
  '*',
  (a, b) => {
    const product = a * b
    if (Number.isSafeInteger(product)) return product + POSITIVE_ZERO
    const units = unitsOf(a) * unitsOf(b)
    if (isCountable(units)) return units / (UNITS * UNITS)
    return areWhole(a, b) ? fromExact(new Exact(a).times(b)) : round15(product)
  },
  (a, b) => a.times(b),
)
export const divide = arithmetic(
  '/',
  (a, b) => {
    if (b === 0) failFormula(DIVISION_BY_ZERO)
    const quotient = a / b
    return Number.isSafeInteger(quotient) ? quotient + POSITIVE_ZERO : round15(quotient)
  },
  (a, b) => (b.isZero() ? failFormula(DIVISION_BY_ZERO) : a.div(b)),
)
/** The remainder takes the sign of the divisor, as RESIDUO does in spreadsheets. */
export const modulo = arithmetic(
  '%',
  (a, b) => {
    if (b === 0) failFormula(DIVISION_BY_ZERO)
    if (!areWhole(a, b)) return toShort(new Exact(a).mod(b))
    const remainder = a % b
    return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder + POSITIVE_ZERO
  },
  (a, b) => (b.isZero() ? failFormula(DIVISION_BY_ZERO) : a.mod(b)),
)

const DIVISION_BY_ZERO = 'división por cero'
const TOO_LARGE = 'el resultado es demasiado grande'

/** A difference of near amounts keeps no digit of the binary error, so the digits that cancel must be exact. */
function addNumbers(a: number, b: number): number | string {
  const sum = a + b
  if (areWhole(a, b)) return Number.isSafeInteger(sum) ? sum : fromExact(new Exact(a).plus(b))
  const units = unitsOf(a) + unitsOf(b)
  if (isCountable(units)) return units / UNITS
  return Number.isFinite(sum) ? toShort(new Exact(a).plus(b)) : failFormula(TOO_LARGE)
}

function areWhole(a: number, b: number): boolean {
  return Number.isSafeInteger(a) && Number.isSafeInteger(b)
}

/** The ten-thousandths that an amount is exactly; NaN when it has more digits. */
function unitsOf(amount: number): number {
  const units = Math.round(amount * UNITS)
  return units / UNITS === amount && isCountable(units) ? units : Number.NaN
}

/** False for NaN. */
function isCountable(units: number): boolean {
  return units < MAX_UNITS && units > -MAX_UNITS
}

/** The nearest decimal of 15 significant digits. */
export function round15(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(SIGNIFICANT_DIGITS)) : failFormula(TOO_LARGE)
}

function toShort(result: Decimal): number {
  return result.toSignificantDigits(SIGNIFICANT_DIGITS).toNumber() + POSITIVE_ZERO
}

function fromExact(result: Decimal): number | string {
  return result.isFinite() ? decimalOf(result.toString()) : failFormula(TOO_LARGE)
}

type Rounding = 'cerca' | 'arriba' | 'abajo' | 'techo' | 'piso'

const ROUNDINGS: Readonly<Record<Rounding, Decimal.Rounding>> = {
  cerca: Decimal.ROUND_HALF_UP,
  arriba: Decimal.ROUND_UP,
  abajo: Decimal.ROUND_DOWN,
  techo: Decimal.ROUND_CEIL,
  piso: Decimal.ROUND_FLOOR,
}

/**
 * To so many decimal places (negative: tens, hundreds), on the decimal value: 1.005 is 1.01. `cerca` takes a half away from zero; `arriba`
 * leaves zero and `abajo` goes to it; `techo` and `piso` are the whole numbers above and below.
 */
export function roundTo(value: number | string, places: number, mode: Rounding = 'cerca'): number | string {
  // The common cases without a Decimal.
  if (typeof value === 'number' && mode === 'cerca' && places >= 0 && places <= 10 && Math.abs(value) < 1e9) {
    return places <= FINE_PLACES && isFine(value) ? roundFine(value, places) : roundShort(value, places)
  }
  const digits = Math.max(-40, Math.min(40, places))
  const scale = new Exact(10).pow(digits)
  return decimalOf(new Exact(value).times(scale).toDecimalPlaces(0, ROUNDINGS[mode]).div(scale).toString())
}

/** Whether an amount is exactly so many hundred-millionths, as products of amounts are. */
function isFine(value: number): boolean {
  const fine = Math.round(value * FINE)
  return fine / FINE === value && isCountable(fine)
}

/** Whole numbers below 2^53 all the way: only the last division rounds, to the number nearest to the decimal. */
function roundFine(value: number, places: number): number {
  const step = 10 ** (FINE_PLACES - places)
  const rounded = Math.floor((Math.abs(Math.round(value * FINE)) + step / 2) / step) / 10 ** places
  return value < 0 ? -rounded + POSITIVE_ZERO : rounded
}

/** The shortest text of a number is its decimal value. Scaling by a decimal exponent is exact in the text; the binary product would not be. */
function roundShort(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const rounded = Number(`${Math.round(Number(`${digits}e${Number(exponent) + places}`))}e-${places}`)
  return value < 0 ? -rounded + POSITIVE_ZERO : rounded
}
