import { type Flujo, newFlujo, type ResultadoDeEjecucion } from '@div/contract'
import { expect, test } from 'vitest'
import { isSameScope, scopeOf } from './formula-scope.ts'

const FLUJO: Flujo = (() => {
  const flujo = newFlujo()
  const [entrada, salida] = flujo.nodos
  if (!entrada || !salida) throw new Error('a flujo begins with two nodes')
  return { ...flujo, nodos: [{ ...entrada, parametros: [{ nombre: 'id', ejemplo: 7 }] }, salida] }
})()
const [ENTRADA = { id: '' }, SALIDA = { id: '' }] = FLUJO.nodos

const RUN: ResultadoDeEjecucion = {
  idEjecucion: '00000000-0000-4000-8000-000000000001',
  estado: 'ok',
  salida: null,
  estadoHttp: 200,
  error: null,
  duracionMs: 1,
  pasos: [{ nodo: ENTRADA.id, estado: 'ok', inicio: 0, duracionMs: 0, salida: { id: 99 }, intentos: 1 }],
  pasosOmitidos: 0,
}

test('before anything ran, the examples of the entrada stand for its data; then what ran', () => {
  expect(scopeOf(FLUJO, null, { nodo: SALIDA.id }).muestras.get(ENTRADA.id)).toEqual({ id: 7 })
  expect(scopeOf(FLUJO, RUN, { nodo: SALIDA.id }).muestras.get(ENTRADA.id)).toEqual({ id: 99 })
})

test('nothing stands before the entrada', () => {
  expect([...scopeOf(FLUJO, RUN, { nodo: ENTRADA.id }).muestras]).toEqual([])
})

test('a step on a list knows an element of it', () => {
  const item = { nodo: ENTRADA.id, ruta: 'lineas' }
  expect(scopeOf(FLUJO, null, { nodo: SALIDA.id, item }).elemento).toEqual({ lista: item, lote: 1 })
})

test('what is computed for each item of another list knows one, seen or not', () => {
  const at = { nodo: SALIDA.id, hasItem: true }
  expect(scopeOf(FLUJO, null, at).elemento).toEqual({ lista: undefined, lote: 1, isUnseen: true })
  expect(scopeOf(FLUJO, null, { ...at, elemento: 3 }).elemento).toMatchObject({ valor: 3 })
})

test('moving a node changes nothing of it; another name or another run does', () => {
  const scope = scopeOf(FLUJO, RUN, { nodo: SALIDA.id })
  const drawn = (fields: object, resultado = RUN) =>
    scopeOf({ ...FLUJO, nodos: FLUJO.nodos.map((nodo) => ({ ...nodo, ...fields })) }, resultado, {
      nodo: SALIDA.id,
    })
  expect(isSameScope(scope, drawn({ posicion: { x: 9, y: 9 } }))).toBe(true)
  expect(isSameScope(scope, drawn({ nombre: 'Otro' }))).toBe(false)
  expect(isSameScope(scope, drawn({}, { ...RUN, pasos: [] }))).toBe(false)
})
