import { expect, test } from 'vitest'
import { nameFields } from './nombres.ts'
import { reglas } from './testing.ts'

test.each([
  [
    ['a', 'a ', 'a'],
    ['a', 'a_1', 'a_2'],
  ],
  [
    ['a', 'a_1', 'a', 'a'],
    ['a', 'a_1', 'a_2', 'a_3'],
  ],
  [
    ['a', 'a', 'a_1', 'a'],
    ['a', 'a_1', 'a_1_1', 'a_2'],
  ],
])('of %j the names are %j', (header, names) => {
  expect(nameFields(header, reglas())).toEqual(names)
})

// Each one looked for from the first on, these would take hours.
test('as many equal names as anyone writes are told apart', () => {
  const names = nameFields(Array(200_000).fill(''), reglas())
  expect(names.at(-1)).toBe('_199999')
})
