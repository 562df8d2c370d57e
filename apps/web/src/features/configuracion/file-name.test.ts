import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

test.each([
  ['attachment; filename="div-2026-11-21.divcopia"', 'div-2026-11-21.divcopia'],
  ['attachment; filename="../x"', null],
  ['attachment', null],
  [null, null],
])('%s is called %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
