import { Decimal } from 'decimal.js'
import { failFormula } from './fail-formula.ts'
import { describe, isNothing, numberProblem, readDecimal, toDecimal } from './values.ts'

/*
 * Arithmetic as a spreadsheet does it: in decimal. What two short numbers yield has 15 significant digits (0.1 + 0.2 is 0.3, 100.1 - 100
 * is 0.1); whole numbers beyond 2^53 and numbers of more digits are exact decimal text and are computed with as many as they need. See
 * docs/decisions/2026-11-21-decimals.md.
 */

/** Digits of whole numbers, which are exact, and of all others, which keep the first. */
const [WHOLE_DIGITS, DIGITS] = [60, 40]
/** What a result is written with has to be read again: without an exponent while that is no longer than such a number. */
const Exact = Decimal.clone({
  precision: DIGITS,
  rounding: Decimal.ROUND_HALF_UP,
  modulo: Decimal.ROUND_FLOOR,
  toExpNeg: DIGITS - WHOLE_DIGITS,
  toExpPos: WHOLE_DIGITS,
})
/** A product of whole numbers, before it is known to be one itself. */
const Whole = Exact.clone({ precision: 2 * WHOLE_DIGITS + 10 })
/** Powers of ten of a double; what is nearer to zero is zero. */
const MAX_EXPONENT = 308
const SIGNIFICANT_DIGITS = 15
/** Whole numbers from here on have more digits than that. */
const LONG = 1e15
const TOO_LONG = 10 ** WHOLE_DIGITS
/** Amounts are counted in ten-thousandths where that is exact; most prices and taxes are. */
const UNITS = 10_000
const MAX_UNITS = 1e15
const FINE = 1e8
const FINE_PLACES = 8
const POWERS_OF_TEN = Array.from({ length: FINE_PLACES + 1 }, (_, exponent) => 10 ** exponent)
/** Added to a result, it takes the sign from a zero, which nobody should see. */
const POSITIVE_ZERO = 0

type Operation = (left: number, right: number) => number | string
type ExactOperation = (left: Decimal, right: Decimal) => Decimal

function arithmetic(symbol: string, operate: Operation, exactly: ExactOperation) {
  return (left: unknown, right: unknown): number | string | null => {
    if (typeof left === 'number' && typeof right === 'number') return operate(left, right)
    if (isNothing(left) || isNothing(right)) return null
    const [a, b] = [toDecimal(left), toDecimal(right)]
    if (a === undefined) return refuse(symbol, left)
    if (b === undefined) return refuse(symbol, right)
    if (typeof a === 'number' && typeof b === 'number') return operate(a, b)
    return compute(a, b, exactly)
  }
}

function refuse(symbol: string, value: unknown): never {
  const problem = numberProblem(value)
  return failFormula(
    problem
      ? `«${symbol}» no puede calcular con ${describe(value)}: ${problem}`
      : `«${symbol}» necesita números y recibió ${describe(value)}`,
  )
}

/** With as many digits as whole numbers need to stay exact, or as all others keep. */
function compute(a: number | string, b: number | string, operate: ExactOperation): number | string {
  const [left, right] = [new Exact(a), new Exact(b)]
  return fromExact(
    isWhole(left) && isWhole(right) ? operate(new Whole(left), new Whole(right)) : operate(left, right),
  )
}

function isWhole(value: Decimal): boolean {
  return value.isInteger() && value.e < WHOLE_DIGITS
}

export const add = arithmetic('+', addNumbers, plus)
export const subtract = arithmetic('-', subtractNumbers, (a, b) => a.minus(b))

export function subtractNumbers(a: number, b: number): number | string {
  return addNumbers(a, -b)
}

/** Without rounding: a sign changes no digit. */
export function negate(value: unknown): number | string | null {
  if (typeof value === 'number') return POSITIVE_ZERO - value
  if (isNothing(value)) return null
  const decimal = toDecimal(value) ?? refuse('-', value)
  return readDecimal(new Exact(decimal).neg().toString())
}

export const multiply = arithmetic('*', multiplyNumbers, times)
export const divide = arithmetic(
  '/',
  (a, b) => {
    if (b === 0) failFormula(DIVISION_BY_ZERO)
    if (!areShort(a, b)) return compute(a, b, over)
    const quotient = a / b
    return Number.isSafeInteger(quotient) ? quotient + POSITIVE_ZERO : round15(quotient)
  },
  over,
)
/** The remainder takes the sign of the divisor, as RESIDUO does in spreadsheets. */
export const modulo = arithmetic(
  '%',
  (a, b) => {
    if (b === 0) failFormula(DIVISION_BY_ZERO)
    if (!areWhole(a, b)) return areShort(a, b) ? toShort(new Exact(a).mod(b)) : compute(a, b, remainderOf)
    const remainder = a % b
    return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder + POSITIVE_ZERO
  },
  remainderOf,
)
/** The whole part of a quotient, without rounding the quotient first. */
export const quotient = arithmetic(
  'COCIENTE',
  // The nearest double to a quotient of such whole numbers is never beyond the next whole number.
  (a, b) => (areWhole(a, b) && b !== 0 ? Math.trunc(a / b) + POSITIVE_ZERO : compute(a, b, wholeOver)),
  wholeOver,
)

const DIVISION_BY_ZERO = 'división por cero'
const TOO_LARGE = 'el resultado es demasiado grande'

function plus(a: Decimal, b: Decimal): Decimal {
  return a.plus(b)
}

function times(a: Decimal, b: Decimal): Decimal {
  return a.times(b)
}

function over(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? failFormula(DIVISION_BY_ZERO) : a.div(b)
}

function remainderOf(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? failFormula(DIVISION_BY_ZERO) : a.mod(b)
}

function wholeOver(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? failFormula(DIVISION_BY_ZERO) : a.divToInt(b)
}

export function multiplyNumbers(a: number, b: number): number | string {
  const product = a * b
  if (Number.isSafeInteger(product) && (areShort(a, b) || areWhole(a, b))) return product + POSITIVE_ZERO
  const units = unitsOf(a) * unitsOf(b)
  if (isCountable(units)) return units / (UNITS * UNITS)
  return multiplyLong(a, b)
}

function multiplyLong(a: number, b: number): number | string {
  return areShort(a, b) && !areWhole(a, b) ? round15(a * b) : compute(a, b, times)
}

/** A difference of near amounts keeps no digit of the binary error, so the digits that cancel must be exact. */
export function addNumbers(a: number, b: number): number | string {
  const sum = a + b
  if (areWhole(a, b)) return Number.isSafeInteger(sum) ? sum : compute(a, b, plus)
  const units = unitsOf(a) + unitsOf(b)
  if (isCountable(units)) return units / UNITS
  if (!Number.isFinite(sum)) return failFormula(TOO_LARGE)
  return areShort(a, b) ? toShort(new Exact(a).plus(b)) : compute(a, b, plus)
}

function areWhole(a: number, b: number): boolean {
  return Number.isSafeInteger(a) && Number.isSafeInteger(b)
}

/** Neither is a whole number of more digits than others have, which have to be exact. */
function areShort(a: number, b: number): boolean {
  return (a < LONG && a > -LONG && b < LONG && b > -LONG) || !(isLong(a) || isLong(b))
}

function isLong(value: number): boolean {
  const size = Math.abs(value)
  return size >= LONG && size < TOO_LONG && Number.isInteger(value)
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
function round15(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(SIGNIFICANT_DIGITS)) : failFormula(TOO_LARGE)
}

function toShort(result: Decimal): number {
  return result.toSignificantDigits(SIGNIFICANT_DIGITS).toNumber() + POSITIVE_ZERO
}

function fromExact(result: Decimal): number | string {
  const kept = isWhole(result) ? result : result.toSignificantDigits(DIGITS)
  if (!kept.isFinite() || kept.e > MAX_EXPONENT) return failFormula(TOO_LARGE)
  return kept.e < -MAX_EXPONENT ? 0 : readDecimal(kept.toString())
}

/**
 * A power, exact where that of whole numbers has no more than 60 digits; else of 15 digits, or of 40 where one of the two has more than 15.
 * Throws ExpresionFallida where there is none.
 */
export function power(base: number | string, exponent: number | string): number | string {
  const approximate = Number(base) ** Number(exponent)
  const isExact =
    Number.isInteger(Number(base)) && Number.isInteger(Number(exponent)) && Number(exponent) >= 0
  const areNumbers = typeof base === 'number' && typeof exponent === 'number'
  if (areNumbers && (!isExact || Math.abs(approximate) < LONG || Math.abs(approximate) >= TOO_LONG)) {
    return finite(approximate, 'POTENCIA')
  }
  const Precise = isExact && Math.abs(approximate) < 10 * TOO_LONG ? Whole : Exact
  return exactResult(new Precise(base).pow(exponent), 'POTENCIA')
}

const FUNCTIONS = {
  RAIZ: { ofNumber: Math.sqrt, exactly: (value: Decimal) => value.sqrt() },
  EXP: { ofNumber: Math.exp, exactly: (value: Decimal) => value.exp() },
  LN: { ofNumber: Math.log, exactly: (value: Decimal) => value.ln() },
} as const

/** Of a number with 15 digits, of exact decimal text with 40. Throws ExpresionFallida where it has no value. */
export function applyFunction(name: keyof typeof FUNCTIONS, value: number | string): number | string {
  const { ofNumber, exactly } = FUNCTIONS[name]
  return typeof value === 'number'
    ? finite(ofNumber(value), name)
    : exactResult(exactly(new Exact(value)), name)
}

export function logarithm(value: number | string, base: number | string): number | string {
  if (typeof value === 'number' && typeof base === 'number') {
    return finite(base === 10 ? Math.log10(value) : Math.log(value) / Math.log(base), 'LOG')
  }
  return exactResult(new Exact(value).log(base), 'LOG')
}

function exactResult(result: Decimal, name: string): number | string {
  return result.isFinite() ? fromExact(result) : noResult(name)
}

function finite(value: number, name: string): number {
  return Number.isFinite(value) ? round15(value) : noResult(name)
}

function noResult(name: string): never {
  return failFormula(`${name} no tiene resultado para esos números`)
}

/** Undefined: it has decimals. */
export function toBigInt(value: number | string): bigint | undefined {
  const decimal = new Exact(value)
  return decimal.isInteger() ? BigInt(decimal.toFixed()) : undefined
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
  // No digit is lost but by the rounding itself.
  const scale = new Whole(10).pow(digits)
  return readDecimal(new Whole(value).times(scale).toDecimalPlaces(0, ROUNDINGS[mode]).div(scale).toString())
}

/** Whether an amount is exactly so many hundred-millionths, as products of amounts are. */
function isFine(value: number): boolean {
  const fine = Math.round(value * FINE)
  return fine / FINE === value && isCountable(fine)
}

/** Whole numbers below 2^53 all the way: only the last division rounds, to the number nearest to the decimal. */
function roundFine(value: number, places: number): number {
  const scale = POWERS_OF_TEN[places] ?? 1
  const step = FINE / scale
  const rounded = Math.floor((Math.abs(Math.round(value * FINE)) + step / 2) / step) / scale
  return value < 0 ? -rounded + POSITIVE_ZERO : rounded
}

/** The shortest text of a number is its decimal value. Scaling by a decimal exponent is exact in the text; the binary product would not be. */
function roundShort(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const rounded = Number(`${Math.round(Number(`${digits}e${Number(exponent) + places}`))}e-${places}`)
  return value < 0 ? -rounded + POSITIVE_ZERO : rounded
}
