import { expect, test } from 'vitest'
import { isOperacion } from './asignaciones/operacion.ts'
import { isNcName, splitQName, toNcName } from './xml-names.ts'

test.each([
  ['número', true, 'número'],
  ['año·2', true, 'año·2'],
  // Letters and digits to Unicode, and to XML neither.
  ['1ª', false, '_1_'],
  ['nº', false, 'n_'],
  ['m²', false, 'm_'],
  ['x½', false, 'x_'],
  ['a b', false, 'a_b'],
  ['2x', false, '_2x'],
  ['a:b', false, 'a_b'],
  ['', false, '_'],
])('%s is a name of XML: %s', (text, isName, made) => {
  expect([isNcName(text), toNcName(text), isOperacion(text)]).toEqual([isName, made, isName])
  expect(isNcName(toNcName(text))).toBe(true)
})

test('a prefix is part of a qualified name', () => {
  expect([splitQName('p:año'), splitQName('p:q:r')]).toEqual([{ prefix: 'p', local: 'año' }, null])
})
