import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { decode, decodeTaken } from './encode.ts'

const lectura = { servidor: 'cola', limits: LIMITS }

test.each([
  ['{"id": 9007199254740993}', { id: '9007199254740993' }],
  ['[0.1, 12345678901234567.89]', [0.1, '12345678901234567.89']],
  ['1e400', '1e400'],
  ['{"id": 7, "total": 12.50}', { id: 7, total: 12.5 }],
  ['null', null],
])('the JSON %s is read as %j', (text, value) => {
  expect(decode(Buffer.from(text), 'json', lectura)).toEqual(value)
  expect(decodeTaken(Buffer.from(text), 'json', lectura)).toEqual(value)
})

test.each([
  ['{"a":', 'lo que guarda no es JSON'],
  ['['.repeat(200_000) + ']'.repeat(200_000), 'profundidad'],
])('what was taken and cannot be read as JSON is told as text, case %#', (text, mensaje) => {
  expect(decodeTaken(Buffer.from(text), 'json', lectura)).toBe(text)
  expect(() => decode(Buffer.from(text), 'json', lectura)).toThrow(mensaje)
})
