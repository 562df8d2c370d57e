import { expect, test } from 'vitest'
import { ordenOf, ordenText, readOrden } from './tabla-orden.ts'

test.each([
  [undefined, []],
  ['nombre', []],
  [[{ columna: 'nombre' }], ['nombre asc']],
  [[{ columna: 'país de origen', sentido: 'desc' }, { sentido: 'asc' }], ['país de origen desc']],
  [[{ columna: 'a', sentido: 'arriba' }], ['a asc']],
])('%j is shown as %j, and read back', (stored, shown) => {
  const orden = ordenOf(stored)
  expect(orden.map(ordenText)).toEqual(shown)
  expect(shown.map(readOrden)).toEqual(orden)
})
