import { expect, test } from 'vitest'
import { keepRowKeys } from './row-keys.ts'

const FIRST = keepRowKeys(null, ['a', 'b', 'c'])
const keysOf = (rows: readonly unknown[]) => keepRowKeys(FIRST, rows).rows.map(({ key }) => key)

test.each([
  ['the first ones are counted', ['a', 'b', 'c'], [0, 1, 2]],
  ['a row that is edited keeps its key', ['a', 'other', 'c'], [0, 1, 2]],
  ['a row that is moved takes its key along', ['b', 'a', 'c'], [1, 0, 2]],
  ['the rows after one that is taken away keep theirs', ['b', 'c'], [1, 2]],
  ['a row that comes has a key of its own', ['a', 'b', 'c', 'd'], [0, 1, 2, 3]],
  ['one that comes first too', ['d', 'a', 'b', 'c'], [3, 0, 1, 2]],
])('%s', (_, rows, keys) => {
  expect(keysOf(rows)).toEqual(keys)
})

test('of rows that are alike each keeps its own, and no key is given twice', () => {
  const alike = keepRowKeys(null, ['', '', ''])
  expect(keepRowKeys(alike, ['', 'x', '']).rows.map(({ key }) => key)).toEqual([0, 1, 2])
  const fewer = keepRowKeys(alike, ['', ''])
  expect(keepRowKeys(fewer, ['', '', '']).rows.map(({ key }) => key)).toEqual([0, 1, 3])
})

test('nothing new is made of the same rows', () => {
  expect(keepRowKeys(FIRST, ['a', 'b', 'c'])).toBe(FIRST)
})
