import { expect, test } from 'vitest'
import { newRegla } from '../regla/regla-edit.ts'
import { waysOf } from './caso-ways.ts'

const REGLA = { y: [{ izquierda: { valor: 1 }, operador: 'igual' as const, derecha: { valor: 1 } }] }
const translating = { reglaToFormula: () => '1 = 1', formulaToRegla: () => null }

test.each([
  ['a rule', { regla: REGLA }, { way: 'regla', regla: REGLA, formula: '1 = 1' }],
  ['a rule that says nothing yet', { regla: newRegla() }, { way: 'regla', regla: newRegla(), formula: '' }],
  ['one that is not well formed', { regla: 7 }, { way: 'regla', regla: null, formula: '' }],
  ['a formula that no rule can say', { expresion: 'F()' }, { way: 'formula', expresion: 'F()', regla: null }],
  ['no formula yet', { expresion: ' ' }, { way: 'formula', expresion: ' ', regla: newRegla() }],
])('%s', (_, caso, expected) => {
  expect(waysOf({ nombre: 'si', ...caso }, translating)).toEqual(expected)
})

test('until it is known how, nothing is another way', () => {
  expect(waysOf({ nombre: 'si', regla: REGLA }, undefined)).toMatchObject({ formula: null })
})
