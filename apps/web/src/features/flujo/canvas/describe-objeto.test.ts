import { expect, test } from 'vitest'
import { describeObjeto } from './describe-objeto.ts'

const filtro = { y: [{ columna: 'id', operador: '=' }] }

test.each<[string, object, string]>([
  ['tabla', { tabla: 'customer', operacion: 'seleccionar' }, 'customer'],
  ['tabla', { tabla: 'customer', operacion: 'seleccionar', filtro }, 'customer por id'],
  ['tabla', { tabla: 'customer', operacion: 'actualizar', filtro }, 'actualizar customer por id'],
  ['tabla', { tabla: 'customer', operacion: 'insertar' }, 'insertar en customer'],
  ['tabla', { tabla: 'paises', operacion: 'buscar' }, 'paises por codigo'],
  ['consulta', { sql: 'select * from "public"."customer" where id = :id' }, 'public.customer'],
  ['consulta', { sql: 'Insert into pedido (a) values (1)' }, 'insertar en pedido'],
  ['consulta', { sql: 'update pedido set a = 1' }, 'actualizar pedido'],
  ['consulta', { sql: 'delete from pedido' }, 'eliminar de pedido'],
  ['consulta', { sql: 'select 1' }, 'consulta SQL'],
  ['consulta', {}, 'consulta SQL'],
  ['operacion', { metodo: 'GET', ruta: '/clientes/{id}' }, 'GET /clientes/{id}'],
  ['procedimiento', { nombre: 'cerrar_mes' }, 'cerrar_mes'],
  ['espera', { segundos: 3 }, 'esperar'],
  ['cola', {}, 'cola'],
])('%s %j is «%s»', (tipoObjeto, objeto, expected) => {
  const parametros = [{ nombre: 'codigo' }]
  const nodo = { id: 'n1', tipo: 'proceso', nombre: 'N', posicion: { x: 0, y: 0 }, parametros } as const
  expect(describeObjeto({ ...nodo, parametros, tipoObjeto, objeto })).toBe(expected)
})
