import type { Nodo, TipoNodo } from '@div/contract'
import { expect, test } from 'vitest'
import { faceOf } from './nodo-face.ts'

const SERVIDORES = new Map([['s1', 'Chinook']])
const parametros = [{ nombre: 'a' }, { nombre: 'b' }]

const lineOf = (tipo: TipoNodo, fields: object = {}) => {
  const nodo: Nodo = { id: 'n1', tipo, nombre: 'N', posicion: { x: 0, y: 0 }, parametros: [], ...fields }
  return faceOf(nodo, [], SERVIDORES).line
}

test.each<[TipoNodo, object, string]>([
  ['entrada', {}, 'Sin datos'],
  ['entrada', { parametros: [{ nombre: 'a' }] }, '1 dato'],
  ['proceso', {}, 'Elija un servidor'],
  ['proceso', { servidorId: 's1' }, 'Elija qué hacer · Chinook'],
  [
    'proceso',
    { servidorId: 's1', tipoObjeto: 'consulta', objeto: { sql: 'select 1' } },
    'consulta SQL · Chinook',
  ],
  ['proceso', { servidorId: 's1', tipoObjeto: 'tabla', objeto: { tabla: 'customer' } }, 'customer · Chinook'],
  ['proceso', { servidorId: 'gone', tipoObjeto: 'consulta' }, 'consulta SQL · Servidor'],
  ['transformacion', {}, 'Transformación'],
  ['transformacion', { parametros }, '2 campos'],
  ['condicion', {}, 'El primer caso que se cumple'],
  ['splitter-split', {}, 'Ramas a la vez'],
  ['splitter-split', { lista: { nodo: 'n1', ruta: '' } }, 'Por cada elemento'],
  ['splitter-join', {}, 'Reúne lo que llega'],
  ['salida', { parametros }, 'HTTP 200 · 2 campos'],
  ['salida', { estadoHttp: 404 }, 'HTTP 404'],
])('%s with %o says «%s»', (tipo, fields, expected) => {
  expect(lineOf(tipo, fields)).toBe(expected)
})
