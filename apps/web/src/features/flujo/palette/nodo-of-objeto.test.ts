import type { TipoServidor } from '@div/contract'
import { expect, test } from 'vitest'
import { nodoOfObjeto } from './nodo-of-objeto.ts'

const objetoNamedBy = (tipoObjeto: string, field: string) => ({
  tipoObjeto,
  label: '',
  summary: '',
  objeto: {
    type: 'object',
    properties: { esquema: { type: 'string' }, [field]: { type: 'string', enCatalogo: true } },
  },
})
const TIPOS: Pick<TipoServidor, 'tipoServidor' | 'objetos'>[] = [
  {
    tipoServidor: 'postgresql',
    objetos: [
      objetoNamedBy('tabla', 'tabla'),
      objetoNamedBy('procedimiento', 'nombre'),
      objetoNamedBy('valor', 'clave'),
      objetoNamedBy('operacion', 'nombre'),
    ],
  },
]

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
  [{ nombre: 'cliente:7', tipoObjeto: 'valor' }, { clave: 'cliente:7' }],
  [{ nombre: 'otro', tipoObjeto: 'consulta' }, {}],
  [
    { nombre: 'verCliente', tipoObjeto: 'operacion', objeto: { metodo: 'GET', ruta: '/clientes/{id}' } },
    { metodo: 'GET', ruta: '/clientes/{id}', nombre: 'verCliente' },
  ],
])('%j is called by %j', (objeto, expected) => {
  expect(nodoOfObjeto({ id: 's1', tipoServidor: 'postgresql' }, objeto, TIPOS)).toEqual({
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
