import { expect, test } from 'vitest'
import { countElementos, isCut, isHidden, listCortes } from './muestra.ts'

test.each<[unknown, boolean, boolean]>([
  [null, false, false],
  [{ a: [1, 'dos'] }, false, false],
  ['hola…', false, false],
  ['…', true, false],
  [[1, '… 5 más'], true, false],
  [{ a: 1, '…': '3 campos más' }, true, false],
  ['abc… 4 caracteres más', true, false],
  ['puntos… en medio', false, false],
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

test('of what was cut it is told where it is and how much the whole was', () => {
  const value = {
    filas: [{ nota: 'abc… 97 caracteres más' }, 2, '… 98 más'],
    mapa: { a: 1, '…': '9 campos más' },
    corto: 'sigue…',
  }
  expect(listCortes(value, 10)).toEqual([
    { ruta: ['filas'], clase: 'lista', mostrados: 2, total: 100 },
    { ruta: ['filas', 0, 'nota'], clase: 'texto', mostrados: 3, total: 100 },
    { ruta: ['mapa'], clase: 'campos', mostrados: 1, total: 10 },
  ])
  expect(listCortes(value, 1)).toHaveLength(1)
})
