import type { TipoDato } from '@div/contract'
import { expect, test } from 'vitest'
import { sampleText, sampleValue } from './sample-value.ts'

test.each<[string, TipoDato, unknown]>([
  ['', 'texto', undefined],
  ['7', 'texto', '7'],
  ['7', 'entero', 7],
  ['-1.5', 'decimal', -1.5],
  ['1.', 'decimal', '1.'],
  ['1.0', 'decimal', '1.0'],
  ['9007199254740993', 'entero', '9007199254740993'],
  ['true', 'booleano', true],
  ['tru', 'booleano', 'tru'],
])('«%s» as a sample of %s is %j', (text, tipo, expected) => {
  expect(sampleValue(text, tipo)).toEqual(expected)
  expect(sampleText(sampleValue(text, tipo))).toBe(text)
})
