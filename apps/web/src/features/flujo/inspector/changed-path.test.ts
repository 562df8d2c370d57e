import { expect, test } from 'vitest'
import { changedPath } from './changed-path.ts'

test.each<[string, unknown, unknown, string | null]>([
  ['a letter of a text', 'a', 'ab', ''],
  ['a field of a row', [{ nombre: 'a' }, { nombre: 'b' }], [{ nombre: 'a' }, { nombre: 'bc' }], '.1.nombre'],
  ['another field of that row', [{ nombre: 'a' }], [{ nombre: 'a', tipo: 'texto' }], '.0.tipo'],
  [
    'a field within a field',
    [{ campos: [{ nombre: 'a' }, {}] }],
    [{ campos: [{ nombre: 'ab' }, {}] }],
    '.0.campos.0.nombre',
  ],
  [
    'a value that becomes a formula',
    [{ nombre: 'a', valor: '' }],
    [{ nombre: 'a', expresion: '1' }],
    '.0.valor',
  ],
  [
    'a formula that is written on',
    [{ nombre: 'a', expresion: '1' }],
    [{ nombre: 'a', expresion: '12' }],
    '.0.valor',
  ],
  ['one more', [{ nombre: 'a' }], [{ nombre: 'a' }, { nombre: 'b' }], null],
  ['one less, within a row', [{ campos: [1] }], [{ campos: [] }], null],
  ['another order', ['a', 'b'], ['b', 'a'], null],
  ['a field of an object', { max: 1, factor: 2 }, { max: 1, factor: 3 }, '.factor'],
  ['several fields of an object', { a: 1, b: 2 }, { a: 2, b: 3 }, ''],
])('%s', (_, before, after, expected) => {
  expect(changedPath(before, after)).toBe(expected)
})
