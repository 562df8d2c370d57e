import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { findAnotaciones, findNodos } from './find-nodos.ts'

const BASE = newFlujo()
const FLUJO: Flujo = {
  ...BASE,
  nodos: [
    ...BASE.nodos,
    {
      id: 'n3',
      tipo: 'proceso',
      nombre: 'Buscar',
      posicion: { x: 777, y: 0 },
      parametros: [{ nombre: 'total', expresion: 'n1.base * PARAMETRO("iva")' }],
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

test.each([
  ['customer', 'objeto.sql: select * from customer'],
  ['migración', 'nota: De la migración'],
  ['iva', 'parametros.total.expresion: n1.base * PARAMETRO("iva")'],
  ['buscar', null],
])('«%s» is shown where it stands', (q, expected) => {
  expect(findNodos(FLUJO, q)[0]?.where).toBe(expected)
})

test('where a node is drawn is not looked for', () => {
  expect(findNodos(FLUJO, '777')).toEqual([])
})

test('frames and notes are found by what they say', () => {
  const rest = { color: 'gris' as const, posicion: { x: 0, y: 0 }, tamano: { ancho: 90, alto: 90 } }
  const flujo: Flujo = {
    ...FLUJO,
    grupos: [{ id: 'g1', nombre: 'Facturación', ...rest }],
    notas: [{ id: 't1', texto: 'Ojo con la factura', ...rest }],
  }
  expect(findAnotaciones(flujo, 'factura').map(({ key }) => key)).toEqual(['grupos:g1', 'notas:t1'])
  expect(findAnotaciones(flujo, '')).toEqual([])
})

test('each says where it goes on', () => {
  expect(findNodos(FLUJO, 'entrada')[0]?.next).toEqual(['Salida'])
})
