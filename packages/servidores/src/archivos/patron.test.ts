import { expect, test } from 'vitest'
import { compilePatron } from './patron.ts'

test.each([
  ['*', 'lo que sea', true],
  ['*', '', true],
  ['*.csv', 'ventas.csv', true],
  ['*.csv', 'ventas.csv.parcial', false],
  ['ventas-?.csv', 'ventas-ñ.csv', true],
  ['ventas-?.csv', 'ventas-10.csv', false],
  ['a*b*c', 'a1b2b3c', true],
  ['a*b*c', 'a1b2b3', false],
  ['[a].(b)', '[a].(b)', true],
  ['a**', 'a', true],
])('%s and %j: %s', (patron, nombre, matches) => {
  expect(compilePatron(patron)(nombre)).toBe(matches)
})

test('a pattern of many stars takes no long time', () => {
  expect(compilePatron(`${'a*'.repeat(50)}b`)('a'.repeat(255))).toBe(false)
})
