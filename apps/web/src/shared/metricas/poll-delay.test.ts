import { expect, test } from 'vitest'
import { nextPollDelay } from './poll-delay.ts'

test.each([
  [0, 5_000],
  [1, 7_500],
  [2, 10_000],
  [5, 17_500],
  [6, 17_500],
])('after %d failures in a row the next attempt is %d ms later', (failures, delay) => {
  expect(nextPollDelay(failures)).toBe(delay)
})
