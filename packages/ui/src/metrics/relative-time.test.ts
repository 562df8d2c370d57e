import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'ahora'],
  [999, 'ahora'],
  [-5 * SECOND, 'ahora'],
  [SECOND, 'hace 1s'],
  [59 * SECOND, 'hace 59s'],
  [MINUTE, 'hace 1m'],
  [59 * MINUTE, 'hace 59m'],
  [HOUR, 'hace 1h'],
  [23 * HOUR, 'hace 23h'],
  [DAY, 'hace 1d'],
  [400 * DAY, 'hace 400d'],
])('%d ms ago is %s', (ago, text) => {
  expect(relativeTime(10_000_000_000_000 - ago, 10_000_000_000_000)).toBe(text)
})
