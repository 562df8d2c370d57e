import { expect, test } from 'vitest'
import { describeMegabytes } from './describe-megabytes.ts'

test.each([
  [0, '0 MB'],
  [1_572_864, '1,5 MB'],
  [3_435_973_837, '3,2 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(describeMegabytes(bytes)).toBe(words)
})
