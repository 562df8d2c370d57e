import { expect, test } from 'vitest'
import { lookUp } from './look-up.ts'

test.each(Object.getOwnPropertyNames(Object.prototype))(
  'a table has no %s that it was not given',
  (nombre) => {
    expect(lookUp({ texto: 1 }, nombre)).toBeUndefined()
    expect(lookUp(Object.fromEntries([[nombre, 1]]), nombre)).toBe(1)
  },
)

test('what is not there, and no name at all, are nothing', () => {
  expect(lookUp({ texto: 1 }, 'otro')).toBeUndefined()
  expect(lookUp({ undefined: 1 }, undefined)).toBeUndefined()
})
