import { expect, test } from 'vitest'
import { describePercent } from './describe-percent.ts'

test.each([
  [0, '0\u00A0%'],
  [12.54, '12,5\u00A0%'],
  [100, '100\u00A0%'],
])('%d is written %s', (percent, text) => {
  expect(describePercent(percent)).toBe(text)
})
