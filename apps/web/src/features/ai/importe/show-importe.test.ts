import { expect, test } from 'vitest'
import { readImporte, showImporte } from './show-importe.ts'

test.each([
  ['12.5', 'EUR', '12,50 €'],
  ['1234.5', 'USD', '1234,50 US$'],
  ['0', 'USD', '0,00 US$'],
  ['0.6', 'USD', '0,60 US$'],
  ['0.105', 'USD', '0,105 US$'],
  ['0.000025', 'USD', '0,000025 US$'],
  ['0.0012345', 'EUR', '0,00123 €'],
])('%s %s is shown as %s', (importe, moneda, shown) => {
  expect(showImporte(importe, moneda).replaceAll('\u00a0', ' ')).toBe(shown)
})

test.each([
  ['12,5', '12.5'],
  ['1.234,5', '1234.5'],
  ['1.000', '1000'],
  ['1.234.567', '1234567'],
  ['1.234.567,89', '1234567.89'],
  ['0.125', '0.125'],
  ['1.0000', '1.0000'],
  ['1234.567', '1234.567'],
  ['12.5', '12.5'],
  [' 7 ', '7'],
  ['mucho', 'mucho'],
])('«%s» is read as %s', (typed, importe) => {
  expect(readImporte(typed)).toBe(importe)
})
