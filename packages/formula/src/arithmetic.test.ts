import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, multiply, power, quotient, roundTo, subtract, toBigInt } from './arithmetic.ts'
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
    ['1e20 + 1', '100000000000000000001'],
    ['1e20 * 3', 3e20],
    ['4503599627370497 + 1', 4_503_599_627_370_498],
    ['9007199254740993 - 2', 9_007_199_254_740_991],
    // Such a number has more than 15 digits, so what comes of it and a decimal is exact.
    ['4503599627370497 + 0.5', '4503599627370497.5'],
    ['4503599627370497 * 0.16', '720575940379279.52'],
    ['9007199254740991 / 2', '4503599627370495.5'],
    ['9007199254740991 / 0.5', '18014398509481982'],
    ['10000000000000000000 % 9007199254740991', 2008827237499990],
    // Beyond 60 digits a number is written with an exponent and keeps 40, or 15.
    [
      '"123456789012345678901234567890123456789012345678901234567890" * 10',
      '1.23456789012345678901234567890123456789e+60',
    ],
    ['1e300 + 1', 1e300],
    // What is nearer to zero than any double is zero.
    ['"1.2345678901234567e-300" * "1.2345678901234567e-300"', 0],
    // A sign changes no digit, however many there are.
    [
      '-"123456789012345678901234567890123456789012345.5"',
      '-123456789012345678901234567890123456789012345.5',
    ],
    ['-" 9007199254740993 "', '-9007199254740993'],
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
  ['"1e999" + 1', '«+» no puede calcular con «1e999»: es demasiado grande'],
  [
    `"${'1234567890'.repeat(7)}" + 1`,
    '«+» no puede calcular con «1234567890123456789012345678901234567890…»: tiene más de 60 cifras',
  ],
  [`1 * "0.${'1'.repeat(61)}"`, 'tiene más de 60 cifras'],
  ['-"1e5000"', 'es demasiado grande'],
  ['"1.2345678901234567e300" * "1.2345678901234567e300"', 'el resultado es demasiado grande'],
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

describe('whole numbers are exact to 60 digits', () => {
  const whole = fc.oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.bigInt({ min: -(2n ** 53n) - 3n, max: 2n ** 53n + 3n }),
    fc.maxSafeInteger().map(BigInt),
    fc.constantFrom(10n ** 15n, 10n ** 16n, 10n ** 22n, 10n ** 23n),
  )
  /** As a run holds it: a number as far as 15 digits hold it. */
  const held = (value: bigint) => roundTo(String(value), 0)

  test('added, subtracted, multiplied and divided', () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const [left, right] = [held(a), held(b)]
        const results = [add(left, right), subtract(left, right), multiply(left, right)]
        expect(results.map((each) => toBigInt(each ?? 'none'))).toEqual([a + b, a - b, a * b])
        if (b !== 0n) expect(toBigInt(quotient(left, right) ?? 'none')).toBe(a / b)
      }),
      { numRuns: 1_000 },
    )
  })

  test('and as powers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -999n, max: 999n }), fc.bigInt({ min: 0n, max: 20n }), (a, b) => {
        expect(toBigInt(power(held(a), held(b)))).toBe(a ** b)
      }),
    )
  })
})

test('every result can be computed with again', () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{16,40}$/)
  const operand = fc.tuple(digits, fc.integer({ min: -60, max: 60 })).map(([n, e]) => `${n}e${e}`)
  fc.assert(
    fc.property(operand, operand, fc.constantFrom(add, subtract, multiply), (a, b, operate) => {
      expect(add(operate(a, b), 0)).toEqual(operate(a, b))
    }),
    { numRuns: 1_000 },
  )
})
