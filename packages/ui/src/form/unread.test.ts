import { expect, test } from 'vitest'
import { listUnread, readEntries, readJsonText, showEntries, showJsonText, Unread } from './unread.ts'

test.each([
  ['', undefined],
  [' 7 ', 7],
  ['{"a": [1]}', { a: [1] }],
  ['{"a":', new Unread('{"a":', 'No es JSON válido.')],
])('the text %j says %j', (text, value) => {
  expect(readJsonText(text)).toEqual(value)
})

test('names with a text each are a map, and a line that nothing is written on is none', () => {
  const entries = [
    ['a', '1'],
    ['', ''],
    ['b', ''],
  ] as const
  expect(readEntries(entries)).toEqual({ a: '1', b: '' })
})

test.each([
  [[['', 'x']], 'Falta el nombre de un valor.'],
  [
    [
      ['a', '1'],
      ['a', '2'],
    ],
    '«a» está dos veces.',
  ],
] as const)('of %j nothing is dropped unsaid', (entries, mensaje) => {
  const value = readEntries(entries)
  expect(value).toEqual(new Unread(entries, mensaje))
  expect(showEntries(value)).toEqual(entries)
})

test('what is no value yet is shown as it was typed', () => {
  expect(showJsonText(readJsonText('{"a":'))).toBe('{"a":')
  expect(showJsonText({ a: 1 })).toBe('{\n  "a": 1\n}')
})

test('a form tells where it holds no value yet, however deep', () => {
  const unread = readJsonText('[')
  expect(listUnread({ nombre: 'x', entrada: { a: unread, b: [{ c: unread }] } })).toEqual([
    { campo: 'entrada.a', mensaje: 'No es JSON válido.' },
    { campo: 'entrada.b[0].c', mensaje: 'No es JSON válido.' },
  ])
  expect(listUnread(unread, 'valor')).toEqual([{ campo: 'valor', mensaje: 'No es JSON válido.' }])
})
