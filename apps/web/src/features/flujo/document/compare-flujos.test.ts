import { newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { compareFlujos } from './compare-flujos.ts'

const MINE = newFlujo()
const [entrada, salida] = MINE.nodos
const nodos = entrada && salida ? { entrada, salida } : undefined

test.each([
  ['nothing', MINE, []],
  ['a node that is gone', { ...MINE, nodos: MINE.nodos.slice(0, 1) }, ['«Salida» solo está en la suya.']],
  [
    'a node that is new',
    { ...MINE, nodos: [...MINE.nodos, { ...MINE.nodos[1], id: 'n3', nombre: 'Otra' }] },
    ['«Otra» solo está en la otra.'],
  ],
  [
    'a node that is another',
    { ...MINE, nodos: [{ ...nodos?.entrada, nombre: 'Comienzo' }, nodos?.salida] },
    ['«Entrada» es distinto.'],
  ],
  ['other connections', { ...MINE, conexiones: [] }, ['Las conexiones son distintas.']],
  [
    'the same connections by other names',
    { ...MINE, conexiones: MINE.conexiones.map((conexion) => ({ ...conexion, id: 'c8' })) },
    [],
  ],
])('of %s tells so', (_, theirs, expected) => {
  expect(compareFlujos(MINE, theirs as typeof MINE).map(({ text }) => text)).toEqual(expected)
})
