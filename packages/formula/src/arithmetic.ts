import { decimalOf } from '@div/contract'
import { Decimal } from 'decimal.js'
import { describe, failFormula, isNothing, toDecimal } from './values.ts'

/*
 * Arithmetic as a spreadsheet does it: in decimal. Results are rounded to 15 significant digits, which removes what binary fractions
 * add (0.1 + 0.2 is 0.3); numbers of more digits are exact decimal text and are computed with as many as they need.
 * See docs/decisions/2026-11-21-decimals.md.
 */

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -50, toExpPos: 60 })

type Operation = (left: number, right: number) => number
type ExactOperation = (left: Decimal, right: Decimal) => Decimal

function arithmetic(symbol: string, operate: Operation, exactly: ExactOperation) {
  return (left: unknown, right: unknown): number | string | null => {
    if (typeof left === 'number' && typeof right === 'number')
      return roundResult(operate(left, right), symbol)
    if (isNothing(left) || isNothing(right)) return null
    const [a, b] = [toDecimal(left), toDecimal(right)]
    if (a === undefined) return failFormula(`«${symbol}» necesita números y recibió ${describe(left)}`)
    if (b === undefined) return failFormula(`«${symbol}» necesita números y recibió ${describe(right)}`)
    if (typeof a === 'number' && typeof b === 'number') return roundResult(operate(a, b), symbol)
    return fromExact(exactly(new Exact(a), new Exact(b)), symbol)
  }
}

export const add = arithmetic(
  '+',
  (a, b) => a + b,
  (a, b) => a.plus(b),
)
export const subtract = arithmetic(
  '-',
  (a, b) => a - b,
  (a, b) => a.minus(b),
)
export const multiply = arithmetic(
  '*',
  (a, b) => a * b,
  (a, b) => a.times(b),
)
export const divide = arithmetic(
  '/',
  (a, b) => a / b,
  (a, b) => a.div(b),
)
/** The remainder takes the sign of the divisor, as RESIDUO does in spreadsheets. */
export const modulo = arithmetic(
  '%',
  (a, b) => a - b * Math.floor(a / b),
  (a, b) => a.minus(b.times(a.div(b).floor())),
)

function roundResult(result: number, symbol: string): number {
  if (Number.isSafeInteger(result)) return result
  if (!Number.isFinite(result))
    return failFormula(
      symbol === '/' || symbol === '%' ? 'división por cero' : 'el resultado es demasiado grande',
    )
  return round15(result)
}

/** The nearest decimal of 15 significant digits. */
export function round15(value: number): number {
  return Number(value.toPrecision(15))
}

function fromExact(result: Decimal, symbol: string): number | string {
  if (!result.isFinite())
    return failFormula(
      symbol === '/' || symbol === '%' ? 'división por cero' : 'el resultado es demasiado grande',
    )
  return decimalOf(result.toString())
}

/** To so many decimal places (negative: tens, hundreds), half away from zero, on the decimal value: 1.005 is 1.01. */
export function roundTo(
  value: number | string,
  places: number,
  mode: 'cerca' | 'arriba' | 'abajo' = 'cerca',
): number | string {
  const rounding = { cerca: Decimal.ROUND_HALF_UP, arriba: Decimal.ROUND_UP, abajo: Decimal.ROUND_DOWN }[mode]
  // The common case without a Decimal: the shortest text of the number is its decimal value.
  if (typeof value === 'number' && mode === 'cerca' && places >= 0 && places <= 10 && Math.abs(value) < 1e9) {
    return roundShort(value, places)
  }
  const digits = Math.max(-40, Math.min(40, places))
  const scale = new Exact(10).pow(digits)
  return decimalOf(new Exact(value).times(scale).toDecimalPlaces(0, rounding).div(scale).toString())
}

/** Scaling by a decimal exponent is exact in the text; the binary product would not be. */
function roundShort(value: number, places: number): number {
  const magnitude = Math.abs(value)
  const text = String(magnitude)
  // Tiny numbers are written with an exponent and round to zero or stay as they are.
  const scaled = text.includes('e') ? magnitude * 10 ** places : Number(`${text}e${places}`)
  const rounded = Number(`${Math.round(scaled)}e-${places}`)
  return value < 0 ? -rounded : rounded
}
