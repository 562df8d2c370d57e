import { Fecha } from '@div/contract'
import { expect, test } from 'vitest'
import { showMuestra } from './show-muestra.ts'

test.each([
  [undefined, ''],
  [null, 'null'],
  ['', '(texto vacío)'],
  ['Astrid', 'Astrid'],
  [7.5, '7.5'],
  [false, 'false'],
  [[1], '1 elemento'],
  [[], '0 elementos'],
  [{ a: 1, b: 2 }, '2 campos'],
  [new Fecha(2026, 2, 3), '2026-02-03'],
  ['x'.repeat(90), `${'x'.repeat(80)}…`],
])('%j is shown as %s', (muestra, expected) => {
  expect(showMuestra(muestra)).toBe(expected)
})
