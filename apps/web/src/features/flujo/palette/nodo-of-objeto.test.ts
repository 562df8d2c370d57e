import { expect, test } from 'vitest'
import { nodoOfObjeto } from './nodo-of-objeto.ts'

test.each([
  [
    { nombre: 'customer', tipoObjeto: 'tabla' },
    { tabla: 'customer', operacion: 'seleccionar' },
  ],
  [
    { nombre: 'customer', esquema: 'ventas', tipoObjeto: 'tabla' },
    { tabla: 'customer', operacion: 'seleccionar', esquema: 'ventas' },
  ],
  [{ nombre: 'cerrar', tipoObjeto: 'procedimiento' }, { nombre: 'cerrar' }],
])('%j is called by %j', (objeto, expected) => {
  expect(nodoOfObjeto({ id: 's1', tipoServidor: 'postgresql' }, objeto)).toEqual({
    tipo: 'proceso',
    fields: {
      nombre: objeto.nombre,
      servidorId: 's1',
      tipoServidor: 'postgresql',
      tipoObjeto: objeto.tipoObjeto,
      objeto: expected,
    },
  })
})
