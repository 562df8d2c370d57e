import { expect, test } from 'vitest'
import { countFailures, restartDelay } from './restart-delay.ts'

test.each([
  [1, 200],
  [2, 400],
  [5, 3_200],
  [9, 30_000],
  [1_000, 30_000],
])('after %i ends in a row a process starts again %i ms later', (failures, delay) => {
  expect(restartDelay(failures)).toBe(delay)
})

test.each([
  [0, 10, 1],
  [3, 59_999, 4],
  [3, 60_000, 1],
])('%i failures and a life of %i ms count as %i', (failures, livedMs, expected) => {
  expect(countFailures(failures, livedMs)).toBe(expected)
})
