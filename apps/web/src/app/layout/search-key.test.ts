import { expect, test } from 'vitest'
import { isSearchKey } from './search-key.ts'

const NONE = { altKey: false, ctrlKey: false, metaKey: false, defaultPrevented: false }

test.each([
  [{ key: '/' }, true],
  // Shift+7 of a Spanish keyboard.
  [{ key: '/', shiftKey: true }, true],
  [{ key: '7', shiftKey: true }, false],
  [{ key: '/', ctrlKey: true }, false],
  [{ key: '/', defaultPrevented: true }, false],
])('%o goes to the search: %s', (key, isIt) => {
  expect(isSearchKey({ ...NONE, ...key })).toBe(isIt)
})
