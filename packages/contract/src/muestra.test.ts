import { expect, test } from 'vitest'
import { countElementos, isCut, isHidden } from './muestra.ts'

test.each<[unknown, boolean, boolean]>([
  [null, false, false],
  [{ a: [1, 'dos'] }, false, false],
  ['hola…', true, false],
  [[1, '… 5 más'], true, false],
  [{ a: 1, '…': 'hay más campos' }, true, false],
  [{ foto: '(binario de 12 bytes)' }, true, false],
  [{ clave: '•••' }, false, true],
  [{ a: [{ clave: 'de •••' }] }, false, true],
])('of %j: cut %s, hidden %s', (value, cut, hidden) => {
  expect([isCut(value), isHidden(value)]).toEqual([cut, hidden])
})

test.each<[unknown, ReturnType<typeof countElementos>]>([
  [null, null],
  [{ a: 1 }, null],
  [[1, 2], { total: 2, son: 'elementos' }],
  [{ filas: [1, '… 99 más'] }, { total: 100, son: 'filas' }],
  [{ elementos: [] }, { total: 0, son: 'elementos' }],
])('%j put out %j', (salida, count) => {
  expect(countElementos(salida)).toEqual(count)
})
