import type { ColumnaDeObjeto, Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { addCondicion, comparedTipo, putCompared } from './tabla-filtro.ts'

const columna = (nombre: string, clave = false): ColumnaDeObjeto => ({
  nombre,
  tipo: clave ? 'entero' : 'texto',
  tipoNativo: '',
  nulo: false,
  clave,
})
const COLUMNAS = [columna('nombre'), columna('id', true)]
const ENTRADA: Nodo = {
  id: 'n1',
  tipo: 'entrada',
  nombre: 'Entrada',
  posicion: { x: 0, y: 0 },
  parametros: [{ nombre: 'id' }],
}
const LEER = { objeto: { operacion: 'seleccionar' }, parametros: [] }

test('a condition more compares the key with what the entrada calls so', () => {
  expect(addCondicion(LEER, { columnas: COLUMNAS, entrada: ENTRADA })).toEqual({
    objeto: { operacion: 'seleccionar', filtro: [{ columna: 'id', operador: '=' }] },
    parametros: [{ nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }],
  })
})

test('where the key is compared already, the first column is next; nothing is assigned that the entrada lacks', () => {
  const before = addCondicion(LEER, { columnas: COLUMNAS, entrada: undefined })
  expect(addCondicion(before, { columnas: COLUMNAS, entrada: ENTRADA })).toEqual({
    objeto: {
      operacion: 'seleccionar',
      filtro: [
        { columna: 'id', operador: '=' },
        { columna: 'nombre', operador: '=' },
      ],
    },
    parametros: [{ nombre: 'id' }, { nombre: 'nombre' }],
  })
})

test('the second condition on a column leaves the value of the first as it is', () => {
  const before = {
    objeto: { operacion: 'seleccionar', filtro: [{ columna: 'id', operador: '>=' }] },
    parametros: [{ nombre: 'id', valor: 7 }],
  }
  expect(addCondicion(before, { columnas: COLUMNAS.slice(1), entrada: ENTRADA }).parametros).toEqual([
    { nombre: 'id', valor: 7 },
    { nombre: 'id_2' },
  ])
})

test('what is compared is written in its place', () => {
  const nodo = { parametros: [{ nombre: 'id', valor: 1 }, { nombre: 'otro' }] }
  expect(putCompared(nodo, 'id', { valor: 2 })).toEqual({
    parametros: [{ nombre: 'id', valor: 2 }, { nombre: 'otro' }],
  })
  expect(putCompared(nodo, 'nuevo', { valor: 3 }).parametros.at(-1)).toEqual({ nombre: 'nuevo', valor: 3 })
})

test.each([
  ['=', 'entero'],
  ['en', undefined],
  ['noEn', undefined],
])('a value compared by «%s» is wanted as %s', (operador, tipo) => {
  expect(comparedTipo({ columna: 'id', operador }, COLUMNAS)).toBe(tipo)
})
