import { expect, test } from 'vitest'
import { matchesWords } from './matches-words.ts'

test.each([
  ['Condición', 'condicion', true],
  ['Buscar cliente', 'CLIENTE busc', true],
  ['Buscar cliente', '', true],
  ['Buscar cliente', 'factura', false],
])('«%s» looked for by «%s»: %s', (text, q, expected) => {
  expect(matchesWords(text, q)).toBe(expected)
})
