import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCells, writeCells } from './clipboard-text.ts'

test.each([
  ['one cell', 'a', [['a']]],
  ['a line break at the end, as spreadsheets write', 'a\tb\r\n', [['a', 'b']]],
  [
    'rows of other systems',
    'a\tb\rc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'rows of different length',
    'a\nb\tc',
    [
      ['a', ''],
      ['b', 'c'],
    ],
  ],
  ['an empty cell in between', 'a\t\tb', [['a', '', 'b']]],
  ['a line break and a quote inside', '"una\n""dos"""\tb\n', [['una\n"dos"', 'b']]],
  ['a quote that is only text', '"a" b\t12"\n', [['"a" b', '12"']]],
  ['a quote that never ends', '"a\tb', [['"a', 'b']]],
  ['nothing', '', [['']]],
  ['empty rows', '\n\n', [[''], ['']]],
])('%s', (_, text, cells) => {
  expect(readCells(text)).toEqual(cells)
})

const rectangles = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.array(
    fc.array(fc.string({ unit: fc.constantFrom('a', 'ñ', '"', '\t', '\n', '\r', ' ', ',') }), {
      minLength: columns,
      maxLength: columns,
    }),
    { minLength: 1, maxLength: 5 },
  ),
)

test('whatever is copied is pasted the same', () => {
  fc.assert(
    fc.property(rectangles, (cells) => {
      expect(readCells(writeCells(cells))).toEqual(cells)
    }),
  )
})

test('any text is a rectangle of cells', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r') }), (text) => {
      const cells = readCells(text)
      expect(cells.length).toBeGreaterThan(0)
      expect(new Set(cells.map(({ length }) => length)).size).toBe(1)
    }),
  )
})
