import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { findNodos } from './find-nodos.ts'

const BASE = newFlujo()
const FLUJO: Flujo = {
  ...BASE,
  nodos: [
    ...BASE.nodos,
    {
      id: 'n3',
      tipo: 'proceso',
      nombre: 'Buscar',
      posicion: { x: 0, y: 0 },
      parametros: [],
      nota: 'De la migración',
      objeto: { sql: 'select * from customer' },
    },
  ],
}

test.each([
  ['', ['n1', 'n2', 'n3']],
  ['salida', ['n2']],
  ['customer', ['n3']],
  ['MIGRACION', ['n3']],
  ['parametros', []],
])('looked for by «%s»: %j', (q, expected) => {
  expect(findNodos(FLUJO, q).map(({ nodo }) => nodo.id)).toEqual(expected)
})

test('each says where it goes on', () => {
  expect(findNodos(FLUJO, 'entrada')[0]?.next).toEqual(['Salida'])
})
