import type { Parametro } from '@div/contract'
import { expect, test } from 'vitest'
import { entradaOf, entradaSchema } from './entrada-schema.ts'

test.each<[Parametro, object]>([
  [
    { nombre: 'id', tipo: 'entero' },
    { type: 'integer', title: 'id' },
  ],
  [
    { nombre: 'dia', tipo: 'fecha' },
    { type: 'string', format: 'date', title: 'dia' },
  ],
  [{ nombre: 'libre' }, { title: 'libre' }],
  [
    { nombre: 'pais', tipo: 'texto', validacion: { valores: ['ES', 'PT'] }, defecto: 'ES' },
    { type: 'string', title: 'pais', enum: ['ES', 'PT'], default: 'ES' },
  ],
  [
    { nombre: 'edad', tipo: 'decimal', validacion: { minimo: 0, maximo: 120 }, descripcion: 'En años.' },
    { type: 'number', title: 'edad', minimum: 0, maximum: 120, description: 'En años.' },
  ],
  [
    { nombre: 'cliente', tipo: 'objeto', campos: [{ nombre: 'nif', tipo: 'texto', requerido: true }] },
    {
      type: 'object',
      title: 'cliente',
      properties: { nif: { type: 'string', title: 'nif' } },
      required: ['nif'],
    },
  ],
  [{ nombre: 'todo', tipo: 'objeto' }, { title: 'todo' }],
  [
    { nombre: 'ids', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
    { type: 'array', title: 'ids', items: { type: 'string' } },
  ],
])('%o is asked for by %o', (parametro, field) => {
  expect(entradaSchema([parametro])).toEqual({
    type: 'object',
    properties: { [parametro.nombre]: field },
    required: [],
  })
})

test('what is required is marked', () => {
  expect(entradaSchema([{ nombre: 'id', requerido: true }, { nombre: 'x' }]).required).toEqual(['id'])
})

test('a flujo declares it in its entrada', () => {
  const nodo = { id: 'n1', nombre: 'Entrada', posicion: { x: 0, y: 0 } }
  const entrada = { ...nodo, tipo: 'entrada' as const, parametros: [{ nombre: 'id' }] }
  const salida = { ...nodo, tipo: 'salida' as const, parametros: [{ nombre: 'total' }] }
  expect(entradaOf({ nodos: [salida, entrada] })).toEqual([{ nombre: 'id' }])
  expect(entradaOf({ nodos: [] })).toEqual([])
})

test('what is given is asked for in its order, where all have one', () => {
  const names = (orden: readonly (number | undefined)[]) => {
    const parametros = orden.map((place, index) => ({ nombre: 'abc'.charAt(index), orden: place }))
    const nodo = {
      id: 'n1',
      nombre: 'Entrada',
      posicion: { x: 0, y: 0 },
      tipo: 'entrada' as const,
      parametros,
    }
    return entradaOf({ nodos: [nodo] }).map(({ nombre }) => nombre)
  }
  expect(names([3, 1, 2])).toEqual(['b', 'c', 'a'])
  expect(names([3, undefined, 2])).toEqual(['a', 'b', 'c'])
})
