import type { AsignacionGuardada, Parametro } from '@div/contract'
import { expect, test } from 'vitest'
import { findCallProblems, suggestCall } from './suggest-call.ts'

const id: Parametro = { nombre: 'id', tipo: 'entero', requerido: true }

test.each<[string, Parametro[], boolean, object]>([
  ['nothing is asked', [], true, { metodo: 'GET', ruta: '/' }],
  ['nothing is asked, beside other procesos', [], false, { metodo: 'GET', ruta: '/ver-cliente' }],
  ['a key', [id], true, { metodo: 'GET', ruta: '/{id}' }],
  ['a key, beside other procesos', [id], false, { metodo: 'GET', ruta: '/ver-cliente/{id}' }],
  ['what may be left out', [{ ...id, requerido: false }], true, { metodo: 'GET', ruta: '/' }],
  ['what has a default', [{ ...id, defecto: 1 }], true, { metodo: 'GET', ruta: '/' }],
  ['a query', [{ ...id, origen: 'consulta' }], true, { metodo: 'GET', ruta: '/' }],
  ['a header', [{ nombre: 'X-A', origen: 'cabecera' }], true, { metodo: 'GET', ruta: '/' }],
  ['a list', [id, { nombre: 'lineas', tipo: 'lista' }], true, { metodo: 'POST', ruta: '/' }],
  [
    'the whole body',
    [{ nombre: 'todo', tipo: 'texto', origen: 'cuerpo' }],
    true,
    { metodo: 'POST', ruta: '/' },
  ],
])('%s', (_, parametros, isOwnCanal, expected) => {
  expect(suggestCall({ nombre: 'Ver cliente', parametros }, { isOwnCanal })).toEqual(expected)
})

const other: AsignacionGuardada = {
  procesoId: 'b',
  proceso: 'Otro',
  version: 'publicada',
  versionPublicada: 3,
  metodo: 'GET',
  ruta: '/clientes/{clave}',
  operacion: null,
  etag: false,
}
const where = { proceso: { id: 'a', nombre: 'Ver cliente' }, others: [other] }

test.each([
  ['/clientes', []],
  ['/clientes/{id}', [{ campo: 'ruta', mensaje: expect.stringContaining('«Otro» y «Ver cliente»') }]],
  ['clientes', [{ campo: 'ruta', mensaje: expect.stringContaining('Empiece por /') }]],
  ['/openapi.json', [{ campo: 'ruta', mensaje: expect.stringContaining('su propia descripción') }]],
])('GET %s beside another proceso', (ruta, expected) => {
  expect(findCallProblems({ metodo: 'GET', ruta }, where)).toEqual(expected)
})
