import { expect, test } from 'vitest'
import { acceptedAt, isYoung } from './accepted-at.ts'

// RFC 9562, A.6: made on 22 February 2022 at 19:22:22 UTC.
const ID = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'
const MADE = Date.UTC(2022, 1, 22, 19, 22, 22)

test.each<[string, string, number, boolean]>([
  ['a moment ago', ID, MADE + 3_000, true],
  ['by a clock that is a little ahead', ID, MADE - 3_000, true],
  ['long ago', ID, MADE + 60_000, false],
  ['at random', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f', MADE, false],
  ['by nobody: it is no id', 'nada', MADE, false],
])('an id that was made %s', (_, id, now, expected) => {
  expect(isYoung(id, now)).toBe(expected)
})

test('an id says when its run was accepted, unless it was made at random', () => {
  expect(acceptedAt(ID)).toBe(MADE)
  expect(acceptedAt('017f22e2-79b0-4cc3-98c4-dc0c0c07398f')).toBeNull()
})
