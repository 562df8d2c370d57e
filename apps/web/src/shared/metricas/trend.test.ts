import { expect, test } from 'vitest'
import { averageOf, directionOf, trendOf } from './trend.ts'

test.each([
  [110, 100, 10],
  [90, 100, -10],
  [100, 100, 0],
  [5, 0, null],
  [5, null, null],
  [5, undefined, null],
  [null, 5, null],
])('from the value before, %s after %s is a trend of %s', (current, previous, trend) => {
  expect(trendOf(current, previous)).toBe(trend)
})

test.each([
  [0.99, 'stable'],
  [-0.99, 'stable'],
  [0, 'stable'],
  [1, 'up'],
  [-1, 'down'],
  [40, 'up'],
  [null, null],
])('a trend of %s points %s', (trend, direction) => {
  expect(directionOf(trend)).toBe(direction)
})

test.each([
  [[1, 3], 2],
  [[1, Number.NaN, null, 3, Number.POSITIVE_INFINITY], 2],
  [[Number.NaN, null], null],
  [[], null],
])('the average of %s is %s', (values, average) => {
  expect(averageOf(values)).toBe(average)
})
