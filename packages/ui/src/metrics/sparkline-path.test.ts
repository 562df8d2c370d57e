import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

const BOX = { width: 20, height: 10 }

test.each([
  ['no value', [], ''],
  ['one value', [5], ''],
  ['a rise', [0, 10], 'M0 10L20 0'],
  ['a peak', [1, 3, 2], 'M0 10L10 0L20 5'],
  ['a flat line', [4, 4, 4], 'M0 5L10 5L20 5'],
])('%s', (_, values, path) => {
  expect(sparklinePath(values, BOX)).toBe(path)
})
