import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['ana.gomez', 'AG'],
  ['lucia', 'LU'],
  ['ángel-díaz-soto', 'ÁD'],
  ['x', 'X'],
  ['', ''],
])('%s is %s', (usuario, initials) => {
  expect(initialsOf(usuario)).toBe(initials)
})
