import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonNumber, compareDecimals } from './numbers.ts'

test.each([
  ['1', '2', -1],
  ['-1', '-2', 1],
  ['0.10', '.1', 0],
  ['-0', '0.00', 0],
  ['10', '9.99', 1],
  ['-10', '9.99', -1],
  ['1e3', '1000', 0],
  ['007', '7', 0],
  ['x', '1', Number.NaN],
])('%s beside %s', (left, right, order) => {
  expect(compareDecimals(left, right)).toBe(order)
  expect(compareDecimals(right, left)).toBe(order === 0 ? 0 : -order)
})

test('decimals are in the order of their numbers', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.nat(6), (left, right, places) => {
      const textOf = (value: number) => (value / 10 ** places).toFixed(places)
      expect(compareDecimals(textOf(left), textOf(right))).toBe(Math.sign(left - right))
    }),
  )
})

test('a decimal of millions of digits is compared like any other', () => {
  const digits = '9'.repeat(4_000_000)
  expect(compareDecimals(`${digits}.1`, `${digits}.2`)).toBe(-1)
  expect(compareDecimals(`1${'0'.repeat(4_000_000)}1`, digits)).toBe(1)
})

test('a common number is the one that its text says, to the last bit', () => {
  const texts = fc.stringMatching(/^-?[0-9]{0,12}\.?[0-9]{0,12}$/)
  fc.assert(
    fc.property(texts, (text) => {
      const number = commonNumber(text)
      if (number !== undefined) expect(number).toBe(Number(text))
    }),
    { numRuns: 2_000 },
  )
})

test.each(['', '-', '.', '-.', '+1', '1e3', ' 1', '1.2.3', '0x1', '1234567890123456', 'NaN'])(
  '«%s» is no common number',
  (text) => expect(commonNumber(text)).toBeUndefined(),
)
