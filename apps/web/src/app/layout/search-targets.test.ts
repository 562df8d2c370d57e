import { expect, test } from 'vitest'
import { targetOf } from './search-targets.ts'

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
