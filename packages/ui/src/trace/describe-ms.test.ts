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
  [59_994, '59,99 s'],
  [60_000, '1 min'],
  [90_400, '1 min 30 s'],
  [119_800, '2 min'],
  [3_600_000, '1 h'],
  [3_659_000, '1 h'],
  [5_400_000, '1 h 30 min'],
  [97_200_000, '1 d 3 h'],
  [604_800_000, '7 d'],
])('%d ms is told as %s', (ms, words) => {
  expect(describeMs(ms)).toBe(words)
})
