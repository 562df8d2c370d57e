import { expect, test } from 'vitest'
import { countRows, tableOf } from './value-table.ts'

const ALL = { start: 0, count: 10 }

test.each<[unknown, readonly string[], readonly (readonly string[])[]]>([
  [
    [
      { a: 1, b: 'x' },
      { a: 2, c: null },
    ],
    ['a', 'b', 'c'],
    [
      ['1', 'x', ''],
      ['2', '', 'null'],
    ],
  ],
  [{ filas: [{ n: 1 }], total: 1 }, ['n'], [['1']]],
  [{ elementos: ['x', 'y'], errores: [], total: 2 }, ['valor'], [['x'], ['y']]],
  [
    [{ a: 1 }, '… 9 más'],
    ['valor', 'a'],
    [
      ['', '1'],
      ['… 9 más', ''],
    ],
  ],
  [
    { a: 1, b: { c: 2 } },
    ['campo', 'valor'],
    [
      ['a', '1'],
      ['b', '{"c":2}'],
    ],
  ],
  ['solo', ['campo', 'valor'], [['', 'solo']]],
  [null, ['campo', 'valor'], [['', 'null']]],
  [[], ['valor'], []],
])('%j has the columns %j', (value, columns, rows) => {
  expect(tableOf(value, ALL)).toEqual({ columns, rows })
})

test('of a large list one page is made at a time', () => {
  const many = Array.from({ length: 100_000 }, (_each, n) => ({ n }))
  expect(countRows(many)).toBe(100_000)
  expect(tableOf(many, { start: 99_999, count: 50 }).rows).toEqual([['99999']])
})
