import { type Flujo, newFlujo, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { diffFlujos, isSame } from './diff-flujos.ts'

const consulta = (sql: string, parametros: object[] = []) => ({
  id: 'n3',
  tipo: 'proceso',
  nombre: 'Buscar',
  objeto: { sql },
  parametros,
})

function flujo(...extra: object[]): Flujo {
  const { version, nodos, conexiones } = newFlujo()
  return parseFlujo({ version, conexiones, nodos: [...nodos, ...extra] })
}

test('a flujo and itself have nothing to tell', () => {
  expect(isSame(diffFlujos(flujo(consulta('select 1')), flujo(consulta('select 1'))))).toBe(true)
})

test('of a changed node only the fields that changed are told, deep ones by their path', () => {
  const { nodos } = diffFlujos(flujo(consulta('select 1')), flujo(consulta('select 2')))
  expect(nodos).toEqual([
    {
      id: 'n3',
      nombre: 'Buscar',
      tipo: 'proceso',
      cambio: 'cambiado',
      campos: [{ campo: 'objeto.sql', before: 'select 1', after: 'select 2' }],
    },
  ])
})

test('parameters are known by their names, and their order counts', () => {
  const before = flujo(consulta('', [{ nombre: 'a', valor: 1 }, { nombre: 'b' }, { nombre: 'gone' }]))
  const after = flujo(consulta('', [{ nombre: 'b' }, { nombre: 'a', valor: 2 }]))
  expect(diffFlujos(before, after).nodos[0]?.campos.map(({ campo }) => campo)).toEqual([
    'parametros.a',
    'parametros.gone',
    'orden de los parámetros',
  ])
})

test('nodes that came and went are told whole', () => {
  const [added] = diffFlujos(flujo(), flujo(consulta('select 1'))).nodos
  expect(added).toMatchObject({ cambio: 'nuevo', nombre: 'Buscar' })
  expect(added?.campos).toContainEqual({ campo: 'objeto', before: '', after: '{\n  "sql": "select 1"\n}' })
  expect(diffFlujos(flujo(consulta('select 1')), flujo()).nodos[0]).toMatchObject({ cambio: 'quitado' })
})

test('connections are told by what they join, whatever their ids', () => {
  const before = newFlujo()
  const renamed = { ...before, conexiones: before.conexiones.map((each) => ({ ...each, id: 'other' })) }
  expect(isSame(diffFlujos(before, renamed))).toBe(true)
  const branched = { ...before, conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2', salida: 'error' }] }
  expect(diffFlujos(before, branched).conexiones).toEqual([
    { id: expect.any(String), texto: 'Entrada · error → Salida', cambio: 'nueva' },
    { id: expect.any(String), texto: 'Entrada → Salida', cambio: 'quitada' },
  ])
})

test('a node that only moved is counted and not shown', () => {
  const before = newFlujo()
  const nodos = before.nodos.map((nodo) => ({ ...nodo, posicion: { x: 9, y: 9 } }))
  const diff = diffFlujos(before, { ...before, nodos })
  expect(diff.movidos).toHaveLength(2)
  expect(isSame(diff)).toBe(true)
})

test('frames and notes of the drawing are counted, and change nothing of what it does', () => {
  const before: Flujo = { version: 1, nodos: [], conexiones: [] }
  const rest = { color: 'gris' as const, posicion: { x: 0, y: 0 }, tamano: { ancho: 90, alto: 90 } }
  const after: Flujo = {
    ...before,
    grupos: [{ id: 'g1', nombre: 'Ventas', ...rest }],
    notas: [{ id: 't1', texto: 'Ojo', ...rest }],
  }
  expect([diffFlujos(before, after), diffFlujos(after, after)].map((diff) => diff.anotaciones)).toEqual([
    2, 0,
  ])
  const changed: Flujo = { ...after, notas: [{ id: 't1', texto: 'Otra', ...rest }] }
  expect(diffFlujos(after, changed).anotaciones).toBe(1)
  expect(isSame(diffFlujos(before, after))).toBe(true)
})
