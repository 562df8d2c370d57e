import { expect, test } from 'vitest'
import { abbreviate } from './abbreviate.ts'

test.each([
  [0, '0'],
  [7, '7'],
  [12.34, '12,3'],
  [999, '999'],
  [1_000, '1,0K'],
  [1_550, '1,6K'],
  [999_900, '999,9K'],
  [999_960, '1,0M'],
  [1_000_000, '1,0M'],
  [12_345_678, '12,3M'],
  [-1_500, '-1,5K'],
])('%d is shown as %s', (value, text) => {
  expect(abbreviate(value)).toBe(text)
})
