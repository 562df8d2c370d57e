import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, roundTo } from './arithmetic.ts'
import { evaluate } from './testing.ts'

describe('money', () => {
  test.each<[string, unknown]>([
    ['0.1 + 0.2', 0.3],
    ['0.1 + 0.2 = 0.3', true],
    ['100.1 - 100', 0.1],
    ['1000000000000.11 - 1000000000000.10', 0.01],
    ['0.3 - 0.1 - 0.2', 0],
    ['1.1 * 1.1', 1.21],
    ['4.35 * 100', 435],
    ['1.005 * 1000', 1005],
    ['0.7 / 0.1', 7],
    ['1 / 3', 0.333333333333333],
    ['9999999999999.98 + 0.01', 9_999_999_999_999.99],
    ['1e-10 + 1e-11', 1.1e-10],
    ['0.3 % 0.1', 0],
    ['5.5 % 2', 1.5],
    ['-7 % 3', 2],
    ['7 % -3', -2],
    ['-6 % 3', 0],
    ['"12345678901234567.89" + 0.01', '12345678901234567.9'],
    ['12345678901234567.89 - 12345678901234567', 0.89],
    ['"1.10" * "3"', 3.3],
    ['NULO + 1', null],
    ['1 * NULO', null],
    ['-NULO', null],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toEqual(expected)
  })

  test('a hundred thousand cents are a thousand, however they are added', () => {
    let sum: unknown = 0
    for (let count = 0; count < 100_000; count++) sum = add(sum, 0.01)
    expect(sum).toBe(1_000)
  })
})

describe('whole numbers beyond 2^53 are exact text', () => {
  test.each<[string, unknown]>([
    ['9007199254740991 + 1', '9007199254740992'],
    ['9007199254740992 + 1', '9007199254740993'],
    ['-9007199254740991 - 2', '-9007199254740993'],
    ['123456789 * 987654321', '121932631112635269'],
    ['9007199254740993 - 1', '9007199254740992'],
    ['"9223372036854775807" % 10', 7],
    ['9007199254740991 % 2', 1],
    ['1e20 + 1', 1e20],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toEqual(expected)
  })
})

test.each([
  ['1 / 0', 'división por cero'],
  ['0 / 0', 'división por cero'],
  ['1 % 0', 'división por cero'],
  ['"12345678901234567" / 0', 'división por cero'],
  ['"12345678901234567" % 0', 'división por cero'],
  ['1e308 + 1e308', 'demasiado grande'],
  ['1e308 * 10', 'demasiado grande'],
  ['1e308 / 1e-308', 'demasiado grande'],
  ['"1e999" + 1', '«+» necesita números y recibió «1e999»'],
  ['"abc" * 2', '«*» necesita números y recibió «abc»'],
  ['1 - [1]', '«-» necesita números y recibió una lista'],
  ['VERDADERO + 1', '«+» necesita números y recibió «VERDADERO»'],
  ['"1,5" + 1', '«+» necesita números y recibió «1,5»'],
])('%s fails: %s', (formula, sentence) => {
  expect(() => evaluate(formula)).toThrow(
    expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
  )
})

/** Computed apart from the product: nothing is rounded before it has 60 digits. */
const Reference = Decimal.clone({ precision: 60, modulo: Decimal.ROUND_FLOOR })
const decimal = fc
  .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.nat(4))
  .map(([digits, places]) => new Reference(digits).div(10 ** places))
const OPERATIONS = {
  '+': (a: Decimal, b: Decimal) => a.plus(b),
  '-': (a: Decimal, b: Decimal) => a.minus(b),
  '*': (a: Decimal, b: Decimal) => a.times(b),
  '/': (a: Decimal, b: Decimal) => a.div(b),
  '%': (a: Decimal, b: Decimal) => a.mod(b),
} as const

const SYMBOLS = ['+', '-', '*', '/', '%'] as const

interface Expression {
  text: string
  value: Decimal
  /** Every step of it is exact in the 15 digits of a number, or it is the last one and rounds. */
  isExact: boolean
}

const expression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    decimal.map((value) => ({ text: `(${value.toFixed()})`, value, isExact: true })),
    fc
      .tuple(fc.constantFrom(...SYMBOLS), tie('tree'), tie('tree'))
      .filter(([symbol, , right]) => (symbol !== '/' && symbol !== '%') || !right.value.isZero())
      .map(([symbol, left, right]) => {
        const value = OPERATIONS[symbol](left.value, right.value)
        const isExact = left.isExact && right.isExact && value.precision() <= 15
        return { text: `(${left.text} ${symbol} ${right.text})`, value, isExact }
      }),
  ),
})).tree

test('arithmetic on decimals agrees with decimal.js wherever 15 digits hold every step', () => {
  fc.assert(
    fc.property(
      expression.filter(({ isExact }) => isExact),
      ({ text, value }) => {
        expect(evaluate(text)).toBe(value.toNumber() + 0)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a quotient or a product of more digits is the nearest of 15', () => {
  fc.assert(
    fc.property(
      decimal,
      decimal.filter((each) => !each.isZero()),
      fc.constantFrom(...(['*', '/'] as const)),
      (a, b, symbol) => {
        const exact = OPERATIONS[symbol](a, b)
        const unit = new Reference(10).pow(exact.e - 14)
        const error = exact.minus(Number(evaluate(`(${a.toFixed()}) ${symbol} (${b.toFixed()})`))).abs()
        // A hair more than the half: the machine's own quotient may lie on the other side of a tie.
        expect(error.div(unit).toNumber()).toBeLessThanOrEqual(0.7)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('rounding agrees with decimal.js, for numbers and for exact text', () => {
  const value = fc.oneof(
    fc.tuple(fc.integer(), fc.nat(9)).map(([digits, places]) => Number(`${digits}e-${places}`)),
    // Halves, where binary and decimal rounding differ.
    fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(6)).map(([n, p]) => Number(`${n}5e-${p}`)),
    fc.tuple(fc.bigInt({ min: 10n ** 16n, max: 10n ** 24n }), fc.nat(999)).map(([n, f]) => `${n}.${f}`),
  )
  const modes = [
    ['cerca', Decimal.ROUND_HALF_UP],
    ['arriba', Decimal.ROUND_UP],
    ['abajo', Decimal.ROUND_DOWN],
    ['techo', Decimal.ROUND_CEIL],
    ['piso', Decimal.ROUND_FLOOR],
  ] as const
  fc.assert(
    fc.property(
      value,
      fc.integer({ min: -6, max: 8 }),
      fc.constantFrom(...modes),
      (n, places, [mode, rounding]) => {
        const scale = new Reference(10).pow(places)
        const expected = new Reference(n).times(scale).toDecimalPlaces(0, rounding).div(scale)
        expect(new Reference(roundTo(n, places, mode)).toFixed()).toBe(expected.plus(0).toFixed())
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([-0.001, -0.4, 0])('%d rounds to a zero without sign', (value) => {
  expect(Object.is(roundTo(value, 0), 0)).toBe(true)
})
