import type { Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { sampleRowQuery } from './sample-row-sql.ts'

const nodo = (objeto: unknown, fields: Partial<Nodo> = {}): Nodo => ({
  id: 'q',
  tipo: 'proceso',
  nombre: 'Clientes',
  posicion: { x: 0, y: 0 },
  parametros: [],
  servidorId: 's',
  tipoServidor: 'postgresql',
  tipoObjeto: 'tabla',
  objeto,
  ...fields,
})

test.each<[unknown, Partial<Nodo>, string | undefined]>([
  [{ tabla: 'customer', operacion: 'seleccionar' }, {}, 'select * from "customer" limit 1'],
  [{ tabla: 'customer' }, {}, 'select * from "customer" limit 1'],
  [{ tabla: 'order', esquema: 'ventas' }, {}, 'select * from "ventas"."order" limit 1'],
  [{ tabla: 'a"b' }, {}, 'select * from "a""b" limit 1'],
  [{ tabla: 'customer' }, { tipoServidor: 'mysql' }, 'select * from `customer` limit 1'],
  [{ tabla: 'a]b', esquema: 'dbo' }, { tipoServidor: 'sqlserver' }, 'select top (1) * from [dbo].[a]]b]'],
  [{ tabla: 'EMP' }, { tipoServidor: 'oracle' }, 'select * from "EMP" fetch next 1 rows only'],
  [
    { tabla: 'customer', columnas: ['email', { columna: 'city', alias: 'ciudad' }] },
    {},
    'select "email", "city" as "ciudad" from "customer" limit 1',
  ],
  [{ tabla: 'customer', operacion: 'eliminar' }, {}, undefined],
  [{ tabla: '' }, {}, undefined],
  [{ sql: 'select 1' }, { tipoObjeto: 'consulta' }, undefined],
  [{ tabla: 'customer' }, { tipoServidor: 'interno' }, undefined],
])('of %j with %j one row is read by %j', (objeto, fields, expected) => {
  expect(sampleRowQuery(nodo(objeto, fields))?.sql).toBe(expected)
})
