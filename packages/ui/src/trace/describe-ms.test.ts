import { expect, test } from 'vitest'
import { describeMs } from './describe-ms.ts'

test.each([
  [0, '0 ms'],
  [0.000488, '< 0,01 ms'],
  [0.0298, '0,03 ms'],
  [3.204, '3,2 ms'],
  [18.14, '18,1 ms'],
  [693.4, '693 ms'],
  [1_250, '1,25 s'],
])('%d ms is told as %s', (ms, words) => {
  expect(describeMs(ms)).toBe(words)
})
