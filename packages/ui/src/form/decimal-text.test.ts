import { expect, test } from 'vitest'
import { readDecimal, writeDecimal } from './decimal-text.ts'

test.each<[string, number | string | undefined]>([
  ['1.234,5', 1_234.5],
  ['1234,56', 1_234.56],
  ['1234.5', 1_234.5],
  ['-0,21', -0.21],
  [' 7 ', 7],
  ['7,', 7],
  ['7.', 7],
  ['', undefined],
  ['1.23,4', '1.23,4'],
  ['1,2,3', '1,2,3'],
  ['doce', 'doce'],
])('%j is read as %j', (text, value) => {
  expect(readDecimal(text)).toBe(value)
})

test.each([
  [0.21, '0,21'],
  [1_234.5, '1234,5'],
  ['doce', 'doce'],
  [undefined, ''],
])('%j is written as %j', (value, text) => {
  expect(writeDecimal(value)).toBe(text)
})
