import { expect, test } from 'vitest'
import { describeCortes, nameOf } from './describe-cortes.ts'

test('a sample says what was cut of the value, and how much that was', () => {
  const value = { filas: [1, 2, '… 98 más'], nota: 'abc… 97 caracteres más', a: 1, '…': '1 campo más' }
  expect(describeCortes(value)).toEqual({
    isCut: true,
    partes: ['Todo el valor: 3 de 4 campos', 'filas: 2 de 100 filas', 'nota: 3 de 100 caracteres'],
    otras: 0,
  })
  expect(
    describeCortes([
      [1, '… 2 más'],
      [1, '… 2 más'],
      [1, '… 2 más'],
      [1, '… 2 más'],
    ]).otras,
  ).toBe(1)
  expect(describeCortes({ a: 1 }).isCut).toBe(false)
})

test('of a list that was cut it is not told that its last item was, too', () => {
  expect(describeCortes({ filas: [{ a: 1, '…': '3 campos más' }, '… 2 más'] }).partes).toEqual([
    'filas: 1 de 3 filas',
  ])
})

test('a place in a value is named as a person counts', () => {
  expect(nameOf(['filas', 0, 'notas', 2])).toBe('filas[1].notas[3]')
})
