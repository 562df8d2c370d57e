import type { ServidorResumen, TipoServidor } from '@div/contract'
import { expect, test } from 'vitest'
import { actionOf, isGivenNombre, listServidorActions } from './actions.ts'

const CHINOOK = { id: 's1', nombre: 'Chinook', tipoServidor: 'postgresql' } as ServidorResumen
const objeto = (tipoObjeto: string, label: string) =>
  ({ tipoObjeto, label }) as TipoServidor['objetos'][number]
const POSTGRESQL = {
  tipoServidor: 'postgresql' as const,
  objetos: [objeto('tabla', 'Tabla'), objeto('consulta', 'Consulta'), objeto('cola', 'Mensaje a una cola')],
}

test('a servidor offers what its type can be asked for, said as one asks for it', () => {
  expect(
    listServidorActions([CHINOOK], [POSTGRESQL]).map(({ label, what }) => [label, what.fields?.objeto]),
  ).toEqual([
    ['Consultar filas de una tabla', { operacion: 'seleccionar' }],
    ['Consultar con SQL', {}],
    ['Mensaje a una cola', {}],
  ])
})

test('what the product itself offers comes last', () => {
  const own = { ...CHINOOK, id: 's0', tipoServidor: 'interno' } as ServidorResumen
  const INTERNO = {
    tipoServidor: 'interno' as const,
    objetos: [objeto('tabla', 'Tabla'), objeto('espera', 'Espera')],
  }
  const offered = listServidorActions([own, CHINOOK], [INTERNO, POSTGRESQL])
  expect(offered.at(-1)?.label).toBe('Esperar un tiempo')
  // Its tables know nothing of the words of databases.
  expect(offered.at(-2)?.what.fields?.objeto).toEqual({})
})

test('of a type that is not known yet nothing is offered', () => {
  expect(listServidorActions([CHINOOK], [])).toEqual([])
})

test.each([
  ['tabla', 'Consultar filas de customer'],
  ['procedimiento', 'Ejecutar customer'],
  ['operacion', 'Llamar a customer'],
])('%s: %s', (tipoObjeto, expected) => {
  expect(actionOf({ tipoObjeto, nombre: 'customer' })).toBe(expected)
})

test.each([
  ['Proceso', true],
  ['Proceso 12', true],
  ['Consultar filas de una tabla', true],
  ['Proceso de alta', false],
  ['clientes', false],
])('«%s» was given by nobody: %s', (nombre, expected) => {
  expect(isGivenNombre(nombre)).toBe(expected)
})
