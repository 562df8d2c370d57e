import { expect, test } from 'vitest'
import { addressOfFound, findGuia, targetOf } from './search-targets.ts'

test.each([
  ['proceso', '/procesos'],
  ['canal', '/canales'],
  ['servidor', '/servidores'],
  ['parametro', '/parametros'],
  ['tarea', '/tareas-programadas'],
  ['tabla', '/'],
] as const)('a %s leads to %s', (type, path) => {
  expect(targetOf(type).path).toBe(path)
})

test('the guide is found by how it begins, by those who may draw', () => {
  const [guia] = findGuia('primeros P', () => true)
  expect(guia && addressOfFound(guia)).toBe('/?primeros-pasos=ver')
  expect(findGuia('procesos', () => true)).toEqual([])
  expect(findGuia('primeros', (path) => path === '/')).toEqual([])
})

test('what was defined is looked for in its list', () => {
  const found = { id: '1', type: 'canal', name: 'A & B', description: '' } as const
  expect(addressOfFound(found)).toBe('/canales?q=A%20%26%20B')
})
