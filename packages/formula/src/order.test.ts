import { Binario, Fecha } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareSortKeys, sortKeyOf } from './order.ts'

const DAY = new Fecha(2026, 11, 21)
const INSTANT = new Date('2026-11-21T10:00:00Z')

function sort(values: readonly unknown[], sign: 1 | -1 = 1): unknown[] {
  return values.toSorted((left, right) => compareSortKeys(sortKeyOf(left), sortKeyOf(right), sign))
}

test.each<[unknown[], unknown[]]>([
  [
    [2, 'a', 1, 'b'],
    [1, 2, 'a', 'b'],
  ],
  [
    ['10', 9, '1a', '9007199254740993', 9007199254740992],
    [9, '10', 9007199254740992, '9007199254740993', '1a'],
  ],
  [
    [null, DAY, true, 'z', false, 0],
    [0, 'z', false, true, DAY, null],
  ],
  [
    [INSTANT, DAY, '2026-11-22'],
    ['2026-11-22', DAY, INSTANT],
  ],
  [
    ['Óscar', '', 'ñu', 'ana', 'o'],
    ['', 'ana', 'ñu', 'o', 'Óscar'],
  ],
  // Without an order of their own: as they came, before nothing.
  [
    [undefined, [2], { a: 1 }, [1], Number.NaN, 'a'],
    ['a', [2], { a: 1 }, [1], Number.NaN, undefined],
  ],
])('%j sorted is %j', (values, expected) => {
  expect(sort(values)).toEqual(expected)
})

test('backwards everything is the other way round, but for nothing', () => {
  expect(sort([null, 1, 'a', DAY, true, 2], -1)).toEqual([DAY, true, 'a', 2, 1, null])
})

describe('it is a total order', () => {
  const value = fc.oneof(
    fc.integer({ min: -20, max: 20 }),
    fc.double(),
    fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 4n }).map(String),
    fc.stringMatching(/^[0-9aá.-]{0,3}$/),
    fc.string(),
    fc.constantFrom<unknown>(null, undefined, true, false, '1', '1.0', '01', ' 1 ', '1e0', '-0', '1e999'),
    fc.constantFrom<unknown>(DAY, INSTANT, '2026-11-21', [1], { a: 1 }, new Binario(new Uint8Array([1]))),
    fc.date({ noInvalidDate: true }),
  )
  const sign = fc.constantFrom<1 | -1>(1, -1)

  test('antisymmetric and transitive, in either direction', () => {
    fc.assert(
      fc.property(value, value, value, sign, (...[a, b, c, direction]) => {
        const order = (left: unknown, right: unknown) =>
          Math.sign(compareSortKeys(sortKeyOf(left), sortKeyOf(right), direction)) + 0
        expect(order(a, a)).toBe(0)
        expect(order(a, b) + order(b, a)).toBe(0)
        if (order(a, b) <= 0 && order(b, c) <= 0) {
          expect(order(a, c)).toBe(Math.min(order(a, b), order(b, c)))
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('sorting keeps every value, and each is in its place', () => {
    fc.assert(
      fc.property(fc.array(value), sign, (values, direction) => {
        const sorted = sort(values, direction)
        expect(new Set(sorted)).toEqual(new Set(values))
        expect(sorted).toHaveLength(values.length)
        const keys = sorted.map(sortKeyOf)
        for (const [place, key] of keys.entries()) {
          for (const later of keys.slice(place)) {
            expect(compareSortKeys(key, later, direction)).toBeLessThanOrEqual(0)
          }
        }
      }),
    )
  })
})
