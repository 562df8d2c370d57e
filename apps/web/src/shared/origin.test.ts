import { expect, test } from 'vitest'
import { originOf, readOrigin } from './origin.ts'

test('an origin is the whole place', () => {
  expect(originOf({ pathname: '/canales', search: '?q=a', hash: '#x' })).toEqual({ from: '/canales?q=a#x' })
})

test.each([
  [{ from: '/canales?q=a' }, '/canales?q=a'],
  [{ from: 'https://otra.example' }, null],
  [{ from: '//otra.example' }, null],
  [{ from: 7 }, null],
  [{}, null],
  [null, null],
])('of the state %j it reads %s', (state, origin) => {
  expect(readOrigin(state)).toBe(origin)
})
