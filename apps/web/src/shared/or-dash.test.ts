import { expect, test } from 'vitest'
import { orDash } from './or-dash.ts'

test.each([
  [null, '–'],
  [Number.NaN, '–'],
  [0, '0 ms'],
])('%s is %s', (value, text) => {
  expect(orDash(value, (ms) => `${ms} ms`)).toBe(text)
})
