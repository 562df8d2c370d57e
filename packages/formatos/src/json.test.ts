import { expect, test } from 'vitest'
import { readJson } from './json.ts'
import { reglas } from './testing.ts'

test.each([
  ['brackets within a text', '["[[[[\\"[[[[", {"a}": "\\\\"}]', ['[[[["[[[[', { 'a}': '\\' }]],
  ['levels that end', '[[[1]],[[2]]]', [[[1]], [[2]]]],
])('%s are no further levels', (_what, text, value) => {
  expect(readJson(text, { ...reglas(), limits: { profundidad: 3 } })).toEqual(value)
})

test('levels beyond the limit are refused', () => {
  expect(() => readJson('[[[[1]]]]', { ...reglas(), limits: { profundidad: 3 } })).toThrow(
    'demasiados niveles',
  )
})

test.each([
  ['escaped quotes that no quote ends', `"${'\\"'.repeat(5_000_000)}\\`],
  ['a text that does not end', `"${'x'.repeat(10_000_000)}`],
])('%s are refused as any other text', (_what, text) => {
  expect(() => readJson(text, reglas())).toThrow('el texto no es JSON')
})
