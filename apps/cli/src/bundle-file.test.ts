import { expect, test } from 'vitest'
import { nameFiles } from './bundle-file.ts'

test.each([
  ['Consultar cliente', 'Consultar cliente.json'],
  ['GET /clientes/{id}', 'GET -clientes-{id}.json'],
  ['..', '-..json'],
  ['a\\b:c', 'a-b-c.json'],
  ['Ñandú', 'Ñandú.json'],
])('«%s» is kept in %s', (nombre, file) => {
  expect(nameFiles([nombre])).toEqual(new Map([[nombre, file]]))
})

test('two processes that would be one file are refused', () => {
  expect(() => nameFiles(['a/b', 'A?B'])).toThrow('«a/b» y «A?B» serían el mismo archivo (A-B.json).')
})
