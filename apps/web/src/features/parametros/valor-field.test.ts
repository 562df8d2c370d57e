import { expect, test } from 'vitest'
import { describeValor, valorSchema } from './valor-field.ts'
import { valorOfTipo } from './valor-of-tipo.ts'

test.each([
  ['a text that is a number becomes it', '7', 'entero', 7],
  ['a number becomes its text', 7, 'texto', '7'],
  ['a day stays a text of its form', '2026-11-21', 'fecha', '2026-11-21'],
  ['what the new type cannot be is dropped', 'siete', 'entero', undefined],
  ['a secret that is only known to be there is dropped', { definido: true }, 'texto', undefined],
  ['nothing stays nothing', null, 'texto', undefined],
] as const)('%s', (_, valor, tipo, left) => {
  expect(valorOfTipo(valor, tipo)).toEqual(left)
})

test('a secret value is edited as a secret, whatever its type', () => {
  expect(valorSchema({ tipo: 'entero', secreto: true }).properties?.valor).toMatchObject({ 'x-secret': true })
  expect(valorSchema({ tipo: 'entero', secreto: false }).properties?.valor).toMatchObject({ type: 'integer' })
})

test.each([
  [{ valor: true, secreto: false }, 'Sí'],
  [{ valor: { a: [1] }, secreto: false }, '{"a":[1]}'],
  [{ valor: null, secreto: false }, '–'],
  [{ valor: { definido: true }, secreto: true }, '••••••••'],
])('the value of %j is told in one line', (parametro, text) => {
  expect(describeValor(parametro)).toBe(text)
})
