import { newFlujo } from '@div/contract'
import { readJson } from '@div/ui'
import { expect, test } from 'vitest'
import { checkFlujo, formatFlujo, namedNodosOf, pathOf, splitCampo } from './flujo-text.ts'

test('a flujo is written in the order of its documentation, whatever the order it is stored in', () => {
  const { nodos, conexiones, version } = newFlujo()
  const [entrada, salida] = nodos
  const stored = { nodos: [{ tipo: 'entrada', parametros: [], ...entrada }, salida], conexiones, version }
  expect(formatFlujo(stored)).toBe(formatFlujo(newFlujo()))
  expect(formatFlujo(stored)).toMatch(/^\{\n {2}"version": 1,\n {2}"nodos": \[\n {4}\{\n {6}"id": "n1",/)
})

test('what is no JSON is kept as it was typed', () => {
  expect(formatFlujo('{ "version": ')).toBe('{ "version": ')
})

test('what is wrong with a document is told at its node', () => {
  const { nodos, ...rest } = newFlujo()
  const broken = { ...rest, nodos: [...nodos, { id: 'n3', tipo: 'otro', nombre: 'X' }] }
  expect(checkFlujo(readJson(JSON.stringify(broken)))).toMatchObject([
    { nodo: 'n3', campo: 'tipo', gravedad: 'error' },
  ])
  expect(checkFlujo(readJson(JSON.stringify(newFlujo())))).toEqual([])
  expect(checkFlujo(readJson('{'))).toMatchObject([{ nodo: null, campo: '' }])
})

test.each([
  ['nodos[1].estadoHttp', { nodo: 'n2', campo: 'estadoHttp' }],
  ['nodos[1]', { nodo: 'n2', campo: '' }],
  ['nodos[9].id', { nodo: null, campo: 'nodos[9].id' }],
  ['conexiones[0].origen', { nodo: null, campo: 'conexiones[0].origen' }],
])('%s is %j', (campo, finding) => {
  expect(splitCampo(campo, newFlujo())).toEqual(finding)
  expect(pathOf(finding, newFlujo())).toBe(campo)
})

test('nodes are called by their names, also in what is no flujo yet', () => {
  expect(namedNodosOf({ nodos: [{ id: 'a', nombre: 'Alfa' }, { id: 'b' }, null, 3] })).toEqual([
    { id: 'a', nombre: 'Alfa' },
    { id: 'b', nombre: 'b' },
  ])
  expect(namedNodosOf('nothing')).toEqual([])
})
