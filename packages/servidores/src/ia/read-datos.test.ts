import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { readClases } from './clasificar.ts'
import { readDatos } from './read-datos.ts'

const keep = (value: unknown) => value

test.each([
  ['{"a":1}', { datos: { a: 1 } }],
  ['```json\n{"a":1}\n```', { datos: { a: 1 } }],
  ['', { problema: 'no contestó nada', errores: [] }],
  ['Claro: {"a":1}', { problema: 'no es JSON', errores: [] }],
  [`${'['.repeat(100)}${']'.repeat(100)}`, { problema: 'anida demasiado', errores: [] }],
])('%s', (texto, leido) => {
  expect(readDatos(texto, keep, LIMITS)).toEqual(leido)
})

test('what is wrong with an answer is told by its fields', () => {
  const leido = readDatos(
    '{}',
    (_value, errores) => errores.push({ campo: 'datos.a', mensaje: 'Falta este dato.' }),
    LIMITS,
  )
  expect(leido).toEqual({
    problema: '«datos.a»: Falta este dato',
    errores: [{ campo: 'datos.a', mensaje: 'Falta este dato.' }],
  })
})

test.each([
  [{ clase: 'queja' }, false, ['queja'], 0],
  [{ clase: 'otra' }, false, [], 1],
  [{ clases: ['queja', 'duda', 'queja'] }, true, ['queja', 'duda'], 0],
  [{ clases: [] }, true, [], 0],
  [{ clases: ['queja', '__proto__'] }, true, ['queja'], 1],
  [{ clases: 'queja' }, true, ['queja'], 0],
  ['queja', false, [], 1],
  [null, true, [], 1],
])('of %j only declared names come out', (value, varias, nombres, wrong) => {
  const errores: { campo: string; mensaje: string }[] = []
  expect(readClases(value, { known: new Set(['queja', 'duda']), varias }, errores)).toEqual(nombres)
  expect(errores).toHaveLength(wrong)
})
