import { type ColumnaDeObjeto, type Flujo, flujoSchema, newFlujo } from '@div/contract'
import { NODOS } from '@div/nodos/catalogo'
import { expect, test } from 'vitest'
import { applyCommand } from '../document/flujo-command.ts'
import type { AddPlace } from './add-nodo.ts'
import { type Busqueda, claveOf, mayBuscar, planBusqueda } from './plan-busqueda.ts'

const columna = (nombre: string, more: Partial<ColumnaDeObjeto> = {}): ColumnaDeObjeto => ({
  nombre,
  tipo: 'texto',
  tipoNativo: 'text',
  nulo: true,
  ...more,
})
const CLAVE = columna('customer_id', { tipo: 'entero', clave: true })
const CUSTOMER: Busqueda = {
  what: {
    tipo: 'proceso',
    fields: {
      nombre: 'customer',
      servidorId: 's',
      tipoServidor: 'postgresql',
      tipoObjeto: 'tabla',
      objeto: { tabla: 'customer', operacion: 'seleccionar' },
    },
  },
  clave: CLAVE,
  columnas: [CLAVE, columna('email')],
}

function draw(flujo: Flujo, place: AddPlace, busqueda = CUSTOMER) {
  const planned = planBusqueda(flujo, busqueda, place)
  return planned?.plan ? applyCommand(flujo, planned.plan) : flujo
}
const linesOf = ({ conexiones }: Flujo) =>
  conexiones.map(({ origen, salida, destino }) => `${origen}:${salida ?? ''}>${destino}`)
const parametrosOf = ({ nodos }: Flujo, id: string) => nodos.find((nodo) => nodo.id === id)?.parametros

test('the entrada asks for the key, the row is read by it, and answered or 404', () => {
  const drawn = draw(newFlujo(), { conexion: 'c1' })
  expect(linesOf(drawn)).toEqual(['n1:>n3', 'n3:>n4', 'n4:si>n2', 'n4:otro>n5'])
  expect(parametrosOf(drawn, 'n1')).toEqual([
    { nombre: 'customer_id', tipo: 'entero', requerido: true, orden: 1 },
  ])
  expect(drawn.nodos.find(({ id }) => id === 'n3')).toMatchObject({
    objeto: { tabla: 'customer', filtro: [{ columna: 'customer_id', operador: '=' }] },
    parametros: [{ nombre: 'customer_id', valorAsignado: { nodo: 'n1', ruta: 'customer_id' } }],
  })
  expect(parametrosOf(drawn, 'n2')).toMatchObject([
    { nombre: 'customer_id', tipo: 'entero', valorAsignado: { nodo: 'n3', ruta: 'filas[0].customer_id' } },
    { nombre: 'email', valorAsignado: { nodo: 'n3', ruta: 'filas[0].email' } },
  ])
  expect(drawn.nodos.find(({ id }) => id === 'n5')).toMatchObject({ nombre: 'No existe', estadoHttp: 404 })
  // As it would be stored.
  flujoSchema.parse(drawn)
  for (const nodo of drawn.nodos) NODOS[nodo.tipo].config.parse(nodo)
})

test('what is there already stays: a datum of that name, an answer that says something', () => {
  const { nodos, ...first } = newFlujo()
  const given = {
    ...first,
    nodos: nodos.map((nodo) => ({ ...nodo, parametros: [{ nombre: 'customer_id' }] })),
  }
  const drawn = draw(given, { conexion: 'c1' })
  expect(parametrosOf(drawn, 'n1')).toEqual([{ nombre: 'customer_id' }])
  expect(parametrosOf(drawn, 'n2')).toEqual([{ nombre: 'customer_id' }])
})

test('rows of two tables whose keys have one name are read by a datum each; of the same table, by one', () => {
  const byId = (tabla: string): Busqueda => {
    const clave = columna('id', { tipo: 'entero', clave: true })
    const objeto = { tabla, operacion: 'seleccionar' }
    return {
      what: { ...CUSTOMER.what, fields: { ...CUSTOMER.what.fields, objeto } },
      clave,
      columnas: [clave],
    }
  }
  const first = draw(newFlujo(), { conexion: 'c1' }, byId('cliente'))
  const beside = { at: { x: 0, y: 900 } }
  const asked = (flujo: Flujo) => parametrosOf(flujo, 'n1')?.map(({ nombre }) => nombre)
  expect(asked(draw(first, beside, byId('cliente')))).toEqual(['id'])

  const second = draw(first, beside, byId('pedido'))
  expect(asked(second)).toEqual(['id', 'pedido_id'])
  expect(
    second.nodos.filter(({ tipo }) => tipo === 'proceso').flatMap(({ parametros }) => parametros),
  ).toMatchObject([
    { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } },
    { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'pedido_id' } },
  ])
  // A name that no address can ask for is counted instead.
  expect(asked(draw(first, beside, byId('línea de pedido')))).toEqual(['id', 'id_2'])
})

test('where nothing follows, the answer is drawn too', () => {
  const { nodos } = newFlujo()
  const alone: Flujo = { version: 1, nodos: nodos.slice(0, 1), conexiones: [] }
  const drawn = draw(alone, { after: { origen: 'n1', salida: '' } })
  expect(drawn.nodos.map(({ tipo, estadoHttp }) => [tipo, estadoHttp])).toEqual([
    ['entrada', undefined],
    ['proceso', undefined],
    ['condicion', undefined],
    ['salida', 200],
    ['salida', 404],
  ])
  expect(drawn.conexiones).toHaveLength(4)
})

test('a row with a column that cannot be a field is answered as it is', () => {
  const odd = { ...CUSTOMER, columnas: [CLAVE, columna('e-mail')] }
  expect(parametrosOf(draw(newFlujo(), { conexion: 'c1' }, odd), 'n2')).toEqual([
    { nombre: 'cuerpo', valorAsignado: { nodo: 'n3', ruta: 'filas[0]' }, orden: 1 },
  ])
})

test('it is one step back', () => {
  const planned = planBusqueda(newFlujo(), CUSTOMER, { conexion: 'c1' })
  expect(planned?.plan?.kind).toBe('all')
})

test.each([
  ['one key', [CLAVE, columna('email')], 'customer_id'],
  ['a key of two columns', [CLAVE, columna('linea', { clave: true })], undefined],
  ['no key', [columna('email')], undefined],
  ['a key that no address can name', [columna('número', { clave: true })], undefined],
])('of %s', (_, columnas, expected) => {
  expect(claveOf({ tipoObjeto: 'tabla', columnas })?.nombre).toBe(expected)
})

test('is not offered within what is repeated', () => {
  const flujo = newFlujo()
  expect(mayBuscar(flujo)).toBe(true)
  const [first] = flujo.nodos
  if (!first) throw new Error('a new flujo has an entrada')
  expect(mayBuscar({ nodos: [...flujo.nodos, { ...first, id: 'n9', tipo: 'splitter-split' }] })).toBe(false)
})
