import type { ColumnaDeObjeto, DetalleDeObjeto, Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { expectedOf, writableColumns } from './expected-of.ts'

const nodo = (tipoObjeto: string, objeto: object): Nodo => ({
  id: 'n1',
  tipo: 'proceso',
  nombre: 'n1',
  posicion: { x: 0, y: 0 },
  parametros: [],
  tipoObjeto,
  objeto,
})
const columna = (nombre: string, more: Partial<ColumnaDeObjeto> = {}): ColumnaDeObjeto => ({
  nombre,
  tipo: 'entero',
  tipoNativo: 'integer',
  nulo: false,
  ...more,
})
const RUTINA: DetalleDeObjeto = {
  nombre: 'p',
  tipoObjeto: 'procedimiento',
  clase: 'procedimiento',
  columnas: [],
  parametros: [
    columna('a', { modo: 'IN' }),
    columna('b', { modo: 'OUT' }),
    columna('c', { modo: 'INOUT', tipoNativo: '' }),
  ],
}

test('a routine wants what goes in', () => {
  expect(expectedOf(nodo('procedimiento', {}), { detalle: RUTINA })).toEqual([
    { nombre: 'a', tipo: 'entero', requerido: true, detalle: 'integer' },
    { nombre: 'c', tipo: 'entero', requerido: true },
  ])
})

test('an operation of a WSDL wants what it takes, required or not', () => {
  const parametros = [
    columna('id', { modo: 'IN' }),
    columna('nota', { modo: 'IN', nulo: true, tipoNativo: '' }),
  ]
  const detalle = { ...RUTINA, tipoObjeto: 'operacion', parametros, salida: [] }
  expect(expectedOf(nodo('operacion', { nombre: 'op' }), { detalle })).toEqual([
    { nombre: 'id', tipo: 'entero', requerido: true, detalle: 'integer' },
    { nombre: 'nota', tipo: 'entero', requerido: false },
  ])
})

test('what is made of parts says which', () => {
  const elemento = {
    nombre: '',
    tipo: 'objeto' as const,
    campos: [{ nombre: 'sku', tipo: 'texto' as const }],
  }
  const lineas = { nombre: 'lineas', tipo: 'lista' as const, elemento }
  const expected = { nombre: 'lineas', tipo: 'lista', requerido: false, forma: lineas }
  const parametros = [columna('lineas', { tipo: 'lista', nulo: true, tipoNativo: '' })]
  const detalle = { ...RUTINA, tipoObjeto: 'operacion', parametros, entrada: [lineas], salida: [] }
  expect(expectedOf(nodo('operacion', { nombre: 'op' }), { detalle })).toEqual([expected])
  expect(expectedOf(nodo('proceso', {}), { entrada: [lineas] })).toEqual([expected])
})

test('a proceso wants what its entrada declares', () => {
  const entrada = [{ nombre: 'id', tipo: 'entero' as const, requerido: true }, { nombre: 'x' }]
  expect(expectedOf(nodo('proceso', {}), { entrada })).toEqual([
    { nombre: 'id', tipo: 'entero', requerido: true },
    { nombre: 'x', tipo: 'cualquiera', requerido: false },
  ])
})

test.each([
  ['insertar', true],
  ['listar', false],
])('of a tabla of the product to %s, columns are required: %s', (operacion, requerido) => {
  const columnas = [{ nombre: 'iva', tipo: 'decimal' as const, requerido: true }]
  expect(expectedOf(nodo('tabla', { operacion }), { columnas })).toEqual([
    { nombre: 'iva', tipo: 'decimal', requerido },
  ])
})

test.each([
  ['/clientes/{id}/facturas/{numero}', ['id', 'numero']],
  ['/clientes', []],
  [undefined, []],
])('the path %s wants %j', (ruta, expected) => {
  expect(expectedOf(nodo('operacion', { ruta }), {}).map(({ nombre }) => nombre)).toEqual(expected)
})

test('what the database makes by itself is not written', () => {
  const columnas = [columna('id', { generada: true }), columna('a'), columna('b', { nulo: true })]
  expect(writableColumns(columnas, 'insertar').map(({ nombre, requerido }) => [nombre, requerido])).toEqual([
    ['a', true],
    ['b', false],
  ])
  expect(writableColumns(columnas, 'actualizar').every(({ requerido }) => !requerido)).toBe(true)
})
