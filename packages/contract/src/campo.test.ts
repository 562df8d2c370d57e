import { expect, test } from 'vitest'
import { campoOf } from './campo.ts'

test.each([
  [['config', 'host'], '', 'config.host'],
  [['columnas', 2, 'nombre'], '', 'columnas[2].nombre'],
  [[0, 'nombre'], 'filas', 'filas[0].nombre'],
  [['host'], 'config', 'config.host'],
  [[], 'config', 'config'],
  [[], '', ''],
])('%j below «%s» is %s', (path, root, campo) => {
  expect(campoOf(path, root)).toBe(campo)
})
