import { expect, test } from 'vitest'
import { decode, decodeTaken } from './encode.ts'

test.each([
  ['{"id": 9007199254740993}', { id: '9007199254740993' }],
  ['[0.1, 12345678901234567.89]', [0.1, '12345678901234567.89']],
  ['1e400', '1e400'],
  ['{"id": 7, "total": 12.50}', { id: 7, total: 12.5 }],
  ['null', null],
])('the JSON %s is read as %j', (text, value) => {
  expect(decode(Buffer.from(text), 'json', 'cola')).toEqual(value)
  expect(decodeTaken(Buffer.from(text), 'json', 'cola')).toEqual(value)
})

test.each(['{"a":', '['.repeat(200_000) + ']'.repeat(200_000)])(
  'what was taken and cannot be read as JSON is told as text',
  (text) => {
    expect(decodeTaken(Buffer.from(text), 'json', 'cola')).toBe(text)
    expect(() => decode(Buffer.from(text), 'json', 'cola')).toThrow('lo que guarda no es JSON')
  },
)
