import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin } from './grid-selection.ts'
import { planPaste } from './plan-paste.ts'

const draw = ({ pasted }: ReturnType<typeof planPaste>) =>
  pasted.map(({ row, column, text }) => `${row},${column}=${text}`).join(' ')
const range = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })

test.each([
  [
    'begins at the cell that is selected',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    range(2, 1),
    '2,1=a 2,2=b 3,1=c 3,2=d',
  ],
  ['fills what is selected with one cell', [['x']], range(0, 0, 1, 1), '0,0=x 0,1=x 1,0=x 1,1=x'],
  ['repeats a row as often as it is selected', [['a', 'b']], range(0, 0, 1, 1), '0,0=a 0,1=b 1,0=a 1,1=b'],
  ['is not cut by a selection that it does not fit', [['a', 'b']], range(0, 0, 0, 2), '0,0=a 0,1=b'],
  ['leaves out what has no column', [['a', 'b', 'c']], range(0, 2), '0,2=a 0,3=b'],
])('a paste %s', (_, cells, at, drawn) => {
  expect(draw(planPaste(cells, at, 4))).toBe(drawn)
})

test('every pasted cell stands once, inside of what is said to be pasted and of the columns', () => {
  const sizes = fc.record({
    height: fc.integer({ min: 1, max: 4 }),
    width: fc.integer({ min: 1, max: 4 }),
    top: fc.nat({ max: 5 }),
    left: fc.nat({ max: 3 }),
    down: fc.nat({ max: 5 }),
    over: fc.nat({ max: 3 }),
  })
  fc.assert(
    fc.property(sizes, ({ height, width, top, left, down, over }) => {
      const cells = Array.from({ length: height }, () => Array.from({ length: width }, () => 'x'))
      const selected = range(top, left, top + down, Math.min(left + over, 3))
      const plan = planPaste(cells, selected, 4)
      expect(plan.pasted.every((cell) => isWithin(plan.range, cell) && cell.column < 4)).toBe(true)
      expect(new Set(plan.pasted.map(({ row, column }) => `${row},${column}`)).size).toBe(plan.pasted.length)
    }),
  )
})
