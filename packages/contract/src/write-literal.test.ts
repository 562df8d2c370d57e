import { expect, test } from 'vitest'
import { writeResultado } from './write-literal.ts'

test.each<[unknown, string]>([
  [true, 'VERDADERO'],
  [undefined, 'NULO'],
  ['di "hola"\n', '"di \\"hola\\"\\n"'],
  [[1, false, null], '[1; FALSO; NULO]'],
  [{ a: 1, 'b c': [] }, '{ a: 1; "b c": [] }'],
  [{}, 'DE_PARES([])'],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
])('%o is written as %s', (valor, text) => {
  expect(writeResultado(valor)).toBe(text)
})
