import type { Parametro } from '@div/contract'
import { describe, expect, test } from 'vitest'
import {
  changeOperacion,
  condicionesOf,
  parametroOf,
  readTabla,
  unusedOf,
  writeColumns,
  writeCondiciones,
} from './tabla-objeto.ts'

const UPDATE: { objeto: Record<string, unknown>; parametros: Parametro[] } = {
  objeto: {
    tabla: 'customer',
    operacion: 'actualizar',
    columnas: ['email', { columna: 'city', parametro: 'ciudad' }],
    filtro: [{ columna: 'customer_id', operador: '=' }],
  },
  parametros: [
    { nombre: 'email', valor: 'x' },
    { nombre: 'ciudad', valor: 'y' },
    { nombre: 'customer_id', valor: 7 },
  ],
}

test('an operation is taken apart by what its parameters are for', () => {
  expect(readTabla(UPDATE)).toMatchObject({
    escritos: [{ nombre: 'email' }, { nombre: 'ciudad' }],
    condiciones: [{ columna: 'customer_id', operador: '=' }],
    filtros: [{ nombre: 'customer_id' }],
    otros: [],
  })
})

test.each([
  [undefined, []],
  [[{ columna: 'a' }], [{ columna: 'a', operador: '=' }]],
  [{ y: [{ columna: 'a', operador: 'en' }] }, [{ columna: 'a', operador: 'en' }]],
  [{ o: [{ columna: 'a' }] }, null],
  [[{ o: [{ columna: 'a' }] }], null],
])('the filter %j has the rows %j', (filtro, expected) => {
  expect(condicionesOf(filtro)).toEqual(expected)
})

test('what is written is a column each, under the name that it had', () => {
  const escritos = [{ nombre: 'ciudad', valor: 'y' }, { nombre: 'phone' }]
  expect(writeColumns(UPDATE, escritos)).toMatchObject({
    objeto: { columnas: [{ columna: 'city', parametro: 'ciudad' }, 'phone'] },
    parametros: [...escritos, { nombre: 'customer_id', valor: 7 }],
  })
})

describe('conditions', () => {
  test('bring the values that they ask for, and take them along', () => {
    expect(writeCondiciones(UPDATE, [{ columna: 'country', operador: '=' }])).toMatchObject({
      objeto: { filtro: [{ columna: 'country', operador: '=' }] },
      parametros: [{ nombre: 'email' }, { nombre: 'ciudad' }, { nombre: 'country' }],
    })
  })

  test('of a column that is written as well have a value of their own', () => {
    expect(writeCondiciones(UPDATE, [{ columna: 'email', operador: '=' }])).toMatchObject({
      objeto: { filtro: [{ columna: 'email', operador: '=', parametro: 'email_filtro' }] },
      parametros: [{ nombre: 'email', valor: 'x' }, { nombre: 'ciudad' }, { nombre: 'email_filtro' }],
    })
  })

  test.each([
    ['a column that is only compared', 'fecha', ['fecha', 'fecha_2', 'fecha_3']],
    ['one that is written as well', 'email', ['email_filtro', 'email_filtro_2', 'email_filtro_3']],
  ])('on %s, as of a range, have a value each, and keep it', (_, columna, expected) => {
    const range = ['>=', '<=', '<>'].map((operador) => ({ columna, operador }))
    const once = writeCondiciones(UPDATE, range)
    expect(readTabla(once).condiciones?.map(parametroOf)).toEqual(expected)
    expect(readTabla(once).filtros.map(({ nombre }) => nombre)).toEqual(expected)
    const again = writeCondiciones(once, readTabla(once).condiciones?.slice(1) ?? [])
    expect(readTabla(again).condiciones?.map(parametroOf)).toEqual(expected.slice(1))
  })

  test('that say the same value both compare with it', () => {
    const both = ['nombre', 'apellido'].map((columna) => ({ columna, operador: '=', parametro: 'quien' }))
    expect(readTabla(writeCondiciones(UPDATE, both)).filtros).toEqual([{ nombre: 'quien' }])
  })

  test('that compare with nothing ask for nothing', () => {
    const { objeto, parametros } = writeCondiciones(UPDATE, [{ columna: 'fax', operador: 'esNulo' }])
    expect(objeto.filtro).toEqual([{ columna: 'fax', operador: 'esNulo' }])
    expect(parametros.map(({ nombre }) => nombre)).toEqual(['email', 'ciudad'])
  })

  test('that are gone leave no filter behind', () => {
    expect('filtro' in writeCondiciones(UPDATE, []).objeto).toBe(false)
  })
})

test.each([
  [
    'insertar',
    { tabla: 'customer', operacion: 'insertar', columnas: expect.any(Array) },
    ['email', 'ciudad'],
  ],
  ['eliminar', { tabla: 'customer', operacion: 'eliminar', filtro: expect.any(Array) }, ['customer_id']],
  [
    'seleccionar',
    { tabla: 'customer', operacion: 'seleccionar', filtro: expect.any(Array) },
    ['customer_id'],
  ],
  ['insertarMasivo', { tabla: 'customer', operacion: 'insertarMasivo' }, ['filas']],
] as const)('to %s it keeps what that can use', (operacion, objeto, nombres) => {
  const changed = changeOperacion(UPDATE, operacion)
  expect(changed.objeto).toEqual(objeto)
  expect(changed.parametros.map(({ nombre }) => nombre)).toEqual(nombres)
})

test.each([
  [UPDATE.objeto, []],
  [{ ...UPDATE.objeto, filtro: undefined }, ['customer_id']],
  [{ tabla: 'customer' }, []],
  [
    { tabla: 'customer', operacion: 'seleccionar', limite: { parametro: 'email' } },
    ['ciudad', 'customer_id'],
  ],
  [{ tabla: 'customer', operacion: 'seleccionar', filtro: [{ o: [] }] }, []],
])('of %j the values %j are used nowhere', (objeto, expected) => {
  expect(unusedOf({ ...UPDATE, objeto })).toEqual(expected)
})
