import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampSelection, isWithin, moveSelection, rangeOf, selectCell, selectRows } from './grid-selection.ts'

const SIZE = { rows: 10, columns: 4, pageRows: 5 }
const AT = selectCell({ row: 3, column: 1 })
const press = (key: string, { shift = false, mod = false } = {}) => ({ key, shift, mod })

test.each([
  ['ArrowUp', {}, 2, 1],
  ['ArrowDown', {}, 4, 1],
  ['ArrowLeft', {}, 3, 0],
  ['ArrowRight', {}, 3, 2],
  ['ArrowDown', { mod: true }, 9, 1],
  ['ArrowRight', { mod: true }, 3, 3],
  ['Home', {}, 3, 0],
  ['End', {}, 3, 3],
  ['Home', { mod: true }, 0, 0],
  ['End', { mod: true }, 9, 3],
  ['PageUp', {}, 0, 1],
  ['PageDown', {}, 8, 1],
  ['Tab', {}, 3, 2],
  ['Tab', { shift: true }, 3, 0],
])('%s %j goes to row %i, column %i', (key, held, row, column) => {
  expect(moveSelection(AT, press(key, held), SIZE)).toEqual(selectCell({ row, column }))
})

test('Tab goes on in the next row, and back to the one before', () => {
  const end = selectCell({ row: 3, column: 3 })
  expect(moveSelection(end, press('Tab'), SIZE)?.anchor).toEqual({ row: 4, column: 0 })
  const start = selectCell({ row: 3, column: 0 })
  expect(moveSelection(start, press('Tab', { shift: true }), SIZE)?.anchor).toEqual({ row: 2, column: 3 })
})

test('Shift draws from where the selection began, and back again', () => {
  const drawn = moveSelection(AT, press('ArrowRight', { shift: true }), SIZE)
  expect(drawn && rangeOf(drawn)).toEqual({ top: 3, left: 1, bottom: 3, right: 2 })
  expect(drawn && moveSelection(drawn, press('ArrowLeft', { shift: true }), SIZE)).toEqual(AT)
})

test('Shift and the space bar take whole rows, Control and A everything', () => {
  expect(moveSelection(AT, press(' ', { shift: true }), SIZE)).toEqual(selectRows(3, 3, SIZE))
  const all = moveSelection(AT, press('a', { mod: true }), SIZE)
  expect(all && rangeOf(all)).toEqual({ top: 0, left: 0, bottom: 9, right: 3 })
})

test('a key that moves nothing is left to others', () => {
  expect(moveSelection(AT, press('x'), SIZE)).toBeNull()
})

test('no sequence of keys leads out of the grid, and the range always holds both of its ends', () => {
  const keys = fc.constantFrom(
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'Tab',
    ' ',
    'a',
  )
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: 30 }),
    columns: fc.integer({ min: 1, max: 8 }),
    pageRows: fc.integer({ min: 1, max: 12 }),
  })
  const walks = fc.array(fc.record({ key: keys, shift: fc.boolean(), mod: fc.boolean() }), { maxLength: 40 })
  fc.assert(
    fc.property(sizes, walks, (size, walk) => {
      let selection = selectCell({ row: 0, column: 0 })
      for (const step of walk) {
        selection = moveSelection(selection, step, size) ?? selection
        expect(clampSelection(selection, size)).toEqual(selection)
        const range = rangeOf(selection)
        expect(isWithin(range, selection.anchor) && isWithin(range, selection.focus)).toBe(true)
      }
    }),
  )
})
