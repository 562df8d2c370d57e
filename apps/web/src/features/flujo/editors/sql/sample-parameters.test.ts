import { expect, test } from 'vitest'
import { sampleParameters } from './sample-parameters.ts'

const SCOPE = {
  labels: new Map([
    ['n1', 'Entrada'],
    ['n2', 'Antes'],
  ]),
  muestras: new Map<string, unknown>([
    ['n1', { id: 7, clientes: [{ ciudad: 'Lima' }] }],
    ['n2', undefined],
  ]),
  elemento: null,
}

test.each([
  ['a fixed value', { valor: 3 }, 3],
  ['data', { valorAsignado: { nodo: 'n1', ruta: 'clientes[0].ciudad' } }, 'Lima'],
  ['all that a node puts out', { valorAsignado: { nodo: 'n1', ruta: '' } }, SCOPE.muestras.get('n1')],
  ['a formula', { expresion: 'n1.id * 2' }, 14],
  ['data that nobody has seen', { valorAsignado: { nodo: 'n2', ruta: 'x' } }, undefined],
  ['a formula that is wrong', { expresion: 'n1.' }, undefined],
  ['nothing yet', {}, undefined],
])('%s', (_, origen, expected) => {
  const nodo = {
    id: 'n3',
    tipo: 'proceso' as const,
    nombre: 'Consulta',
    posicion: { x: 0, y: 0 },
    parametros: [{ nombre: 'a', ...origen }],
  }
  expect(sampleParameters(nodo, SCOPE).get('a')).toEqual(expected)
})
