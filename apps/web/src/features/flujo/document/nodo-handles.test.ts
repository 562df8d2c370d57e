import type { Nodo, TipoNodo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { handleOf, handlesOf, openHandles } from './nodo-handles.ts'

const nodo = (tipo: TipoNodo, fields: object = {}): Nodo => ({
  id: 'n1',
  tipo,
  nombre: tipo,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
const casos = [{ nombre: 'si' }, { nombre: 'no' }]
const rama = { politica: { enError: 'rama' as const } }
const deshace = { politica: { enError: 'rama' as const, compensacion: true } }

describe('the ways out of a node', () => {
  test.each<[string, Nodo, readonly string[]]>([
    ['of an entrada', nodo('entrada'), ['']],
    ['of a salida', nodo('salida', rama), []],
    ['of a proceso whose failures have a branch', nodo('proceso', rama), ['', 'error']],
    ['of a proceso that is undone', nodo('proceso', deshace), ['', 'error', 'compensar']],
    ['of a salida that nothing undoes', nodo('salida', deshace), []],
    ['of a condicion', nodo('condicion', { casos }), ['si', 'no', 'otro']],
    ['of a condicion without cases', nodo('condicion'), ['otro']],
    ['of a condicion that is not well formed', nodo('condicion', { casos: [{}, null, 'x'] }), ['otro']],
    ['of a split without a list', nodo('splitter-split'), ['']],
    ['of a split of a list', nodo('splitter-split', { lista: { nodo: 'n1', ruta: '' } }), ['elemento']],
  ])('%s', (_, given, expected) => {
    expect(handlesOf(given)).toEqual(expected)
  })

  test('include one that is used and is no longer there', () => {
    expect(handlesOf(nodo('condicion', { casos }), [{ salida: 'quizá' }])).toEqual([
      'si',
      'no',
      'otro',
      'quizá',
    ])
  })
})

test.each([
  ['', ''],
  ['elemento', ''],
  ['error', 'error'],
])('a connection by «%s» leaves a split of branches by «%s»', (salida, expected) => {
  expect(handleOf(nodo('splitter-split'), { salida })).toBe(expected)
})

test('what nothing leaves by is open', () => {
  const leaving = [{ id: 'c1', origen: 'n1', destino: 'n2', salida: 'si' }]
  expect(openHandles(nodo('condicion', { casos }), leaving)).toEqual(['no', 'otro'])
})
