import type { DetalleDeObjeto, Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { outputOfObjeto, outputOfTablaInterna, outputOfTipo, readParametros } from './catalogo-output.ts'
import { fieldsOf, flattenFields } from './source-fields.ts'

const nodo = (objeto: object): Nodo => ({
  id: 'n1',
  tipo: 'proceso',
  nombre: 'n1',
  posicion: { x: 0, y: 0 },
  parametros: [],
  objeto,
})
const columna = (nombre: string, tipo: 'texto' | 'entero') => ({ nombre, tipo, tipoNativo: '', nulo: true })
const TABLA: DetalleDeObjeto = {
  nombre: 'customer',
  tipoObjeto: 'tabla',
  clase: 'tabla',
  columnas: [columna('customer_id', 'entero'), columna('email', 'texto')],
  parametros: [],
}
const RUTINA: DetalleDeObjeto = {
  ...TABLA,
  tipoObjeto: 'procedimiento',
  columnas: [],
  parametros: [
    { ...columna('id', 'entero'), modo: 'IN' },
    { ...columna('total', 'entero'), modo: 'OUT' },
    { ...columna('estado', 'texto'), modo: 'INOUT' },
  ],
}
const places = (parametros: Parameters<typeof fieldsOf>[0]) =>
  flattenFields(fieldsOf(parametros, undefined)).map(({ ruta, tipo }) => `${ruta}:${tipo}`)

test.each<[object, DetalleDeObjeto, readonly string[]]>([
  [
    { operacion: 'seleccionar' },
    TABLA,
    ['filas:lista', 'filas[0]:objeto', 'filas[0].customer_id:entero', 'filas[0].email:texto', 'total:entero'],
  ],
  [
    { operacion: 'seleccionar', columnas: [{ columna: 'email', alias: 'correo' }] },
    TABLA,
    ['filas:lista', 'filas[0]:objeto', 'filas[0].correo:texto', 'total:entero'],
  ],
  [{ operacion: 'insertar' }, TABLA, ['afectadas:entero']],
  [
    { operacion: 'insertar', devolver: ['customer_id'] },
    TABLA,
    ['afectadas:entero', 'filas:lista', 'filas[0]:objeto', 'filas[0].customer_id:entero'],
  ],
  [{}, RUTINA, ['salidas:objeto', 'salidas.total:entero', 'salidas.estado:texto', 'conjuntos:lista']],
  [
    {},
    { ...RUTINA, tipoObjeto: 'funcion', parametros: [] },
    ['salidas:objeto', 'salidas.resultado:cualquiera', 'conjuntos:lista'],
  ],
  [
    {},
    {
      ...RUTINA,
      tipoObjeto: 'operacion',
      salida: [
        { nombre: 'cuerpo', tipo: 'objeto' as const, campos: [{ nombre: 'id', tipo: 'entero' as const }] },
      ],
    },
    ['cuerpo:objeto', 'cuerpo.id:entero'],
  ],
])('%j answers what the catalogue tells', (objeto, detalle, expected) => {
  expect(places(outputOfObjeto(nodo(objeto), detalle))).toEqual(expected)
})

test.each([
  [{}, ['filas:lista', 'filas[0]:objeto', 'filas[0].id:texto', 'filas[0].iva:entero', 'total:entero']],
  [{ operacion: 'buscar' }, ['id:texto', 'iva:entero']],
  [{ operacion: 'eliminar' }, ['afectadas:entero']],
])('of a tabla of the product %j answers its columns', (objeto, expected) => {
  expect(places(outputOfTablaInterna(nodo(objeto), [{ nombre: 'iva', tipo: 'entero' }]))).toEqual(expected)
})

test('what a type says of its answer has the fields that the node declares', () => {
  const tipo = {
    tipoObjeto: 'extraer',
    label: 'Extraer',
    summary: '',
    objeto: { properties: { mensaje: {}, campos: { declara: 'datos' } } },
    salida: [
      { nombre: 'datos', tipo: 'objeto' as const },
      { nombre: 'modelo', tipo: 'texto' as const },
    ],
  }
  const campos = [{ nombre: 'total', tipo: 'decimal' as const }]
  expect(outputOfTipo(nodo({ campos }), tipo)).toEqual([
    { nombre: 'datos', tipo: 'objeto', campos },
    { nombre: 'modelo', tipo: 'texto' },
  ])
  expect(outputOfTipo(nodo({}), { ...tipo, objeto: {} })).toEqual(tipo.salida)
  const { salida: _, ...silent } = tipo
  expect(outputOfTipo(nodo({ campos }), silent)).toBeUndefined()
})

test('of a list that is being written only what is a field counts', () => {
  expect(readParametros([{ nombre: 'a' }, 7, null, { tipo: 'texto' }])).toEqual([{ nombre: 'a' }])
  expect(readParametros('campos')).toEqual([])
})
