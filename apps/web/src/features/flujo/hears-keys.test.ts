import { expect, test } from 'vitest'
import { hearsKey } from './hears-keys.ts'

/** Something within what these selectors find, the nearest first. */
const within = (...selectors: string[]) => ({
  matches: (selector: string) => selector.split(', ').includes(selectors[0] ?? ''),
  closest: (selector: string) => (selectors.includes(selector) ? ({} as Element) : null),
})
const BODY = within('body')
const PAGE = within('main')
const NODO = within('.react-flow__node', '#lienzo')
const TOOL = within('button', '#lienzo')
const TAB = within('button', 'aside[aria-label="Inspector"]')
const ENTRY = within('button', 'aside')

test.each([
  ['Delete', BODY, true],
  ['A', PAGE, true],
  ['Delete', NODO, true],
  ['Delete', TOOL, false],
  ['Backspace', TAB, false],
  ['N', ENTRY, false],
  ['mod+X', TAB, false],
  ['mod+C', TAB, true],
  ['Escape', TAB, true],
  ['Escape', ENTRY, false],
  ['mod+Z', TAB, true],
  ['?', ENTRY, true],
])('%s', (combo, target, expected) => {
  expect(hearsKey(combo, target)).toBe(expected)
})
