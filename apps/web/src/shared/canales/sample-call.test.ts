import type { Parametro } from '@div/contract'
import { expect, test } from 'vitest'
import { sampleCall } from './sample-call.ts'

const id: Parametro = { nombre: 'id', tipo: 'entero', requerido: true }
const pais: Parametro = { nombre: 'pais', tipo: 'texto', ejemplo: 'España' }
const lineas: Parametro = {
  nombre: 'lineas',
  tipo: 'lista',
  requerido: true,
  elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'cantidad', tipo: 'entero' }] },
}
const nota: Parametro = { nombre: 'nota', tipo: 'texto' }
const clave: Parametro = { nombre: 'X-Clave', requerido: true, origen: 'cabecera' }

test('a reading has all of its parameters in the address', () => {
  expect(sampleCall([id, pais, nota], { metodo: 'GET', ruta: '/clientes/{id}' })).toEqual({
    path: '/clientes/1?pais=Espa%C3%B1a',
    headers: {},
    body: undefined,
  })
})

test('a writing has those that are not of the path in its body, headers apart', () => {
  expect(sampleCall([id, lineas, clave, nota], { metodo: 'POST', ruta: '/pedidos/{id}' })).toEqual({
    path: '/pedidos/1',
    headers: { 'X-Clave': 'dato' },
    body: { lineas: [{ cantidad: 1 }] },
  })
})

test('a parameter that is the whole body is it', () => {
  const cuerpo: Parametro = { nombre: 'pedido', origen: 'cuerpo', requerido: true, ejemplo: [1, 2] }
  expect(sampleCall([cuerpo], { metodo: 'PUT', ruta: '/' }).body).toEqual([1, 2])
})

test('an example keeps to what the parameter admits', () => {
  const tipo: Parametro = { nombre: 'tipo', requerido: true, validacion: { valores: ['urgente', 'normal'] } }
  const cantidad: Parametro = { nombre: 'n', tipo: 'entero', requerido: true, validacion: { minimo: 5 } }
  expect(sampleCall([tipo, cantidad], { metodo: 'GET', ruta: '/' }).path).toBe('/?tipo=urgente&n=5')
})

test('a parameter of the path that the entrada does not declare is filled all the same', () => {
  expect(sampleCall([], { metodo: 'GET', ruta: '/a/{b c}' }).path).toBe('/a/dato')
})
