import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeeper, readExactJson } from './read-exact-json.ts'

const limits = { profundidad: 3 }

test.each<[string, unknown]>([
  ['12345678901234567890', '12345678901234567890'],
  ['{"n":0.1234567890123456789}', { n: '0.1234567890123456789' }],
  ['[1e400, 1.5e3]', ['1e400', 1500]],
  ['"12345678901234567890"', '12345678901234567890'],
  ['[[[1]]]', [[[1]]]],
  [String.raw`"[[[[\"[[[["`, '[[[["[[[['],
])('%s is %j', (text, value) => {
  expect(readExactJson(text, limits)).toEqual(value)
})

test.each(['[[[[', '{"a":[{"b":[]}]}', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`])(
  'what nests deeper than runs bear is refused, case %#',
  (text) => {
    expect(() => readExactJson(text, limits)).toThrow(expect.objectContaining({ codigo: 'LIMITE_SUPERADO' }))
  },
)

test('whatever was written is read, and its depth is what it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      const depth = depthOf(value)
      expect(isDeeper(text, depth)).toBe(false)
      if (depth > 0) expect(isDeeper(text, depth - 1)).toBe(true)
      expect(JSON.stringify(readExactJson(text, { profundidad: depth })).replaceAll('"', '')).toBe(
        text.replaceAll('"', ''),
      )
    }),
  )
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
