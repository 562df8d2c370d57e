import { expect, test } from 'vitest'
import { hearValue } from './hear-value.ts'

test.each([
  ['the last one', ['a', 'ab'], 'ab', { isOwn: true, rest: [] }],
  ['one that is late', ['a', 'ab'], 'a', { isOwn: true, rest: ['ab'] }],
  ['one that nobody sent, as who clears all filters', ['a', 'ab'], '', { isOwn: false, rest: [] }],
])('of what was sent comes back %s', (_, sent, value, heard) => {
  expect(hearValue(sent, value)).toEqual(heard)
})
