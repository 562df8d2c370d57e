import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatArray, parseArray } from './array-literal.ts'

test.each([
  ['{}', []],
  ['{1,NULL,"NULL"}', ['1', null, 'NULL']],
  ['{"a \\"b\\" \\\\ {},",c}', ['a "b" \\ {},', 'c']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
  ['no array', 'no array'],
])('%s', (text, expected) => {
  expect(parseArray(text, (item) => item)).toEqual(expected)
})

test('what is written is read again', () => {
  const list = fc.array(fc.option(fc.string()))
  fc.assert(
    fc.property(fc.oneof(list, fc.array(list, { minLength: 1 })), (items) => {
      expect(parseArray(formatArray(items, String), (item) => item)).toEqual(items)
    }),
  )
})
