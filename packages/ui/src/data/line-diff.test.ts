import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffLine, diffLines, foldAlike } from './line-diff.ts'

const brief = (lines: readonly DiffLine[]) =>
  lines.map(({ kind, text }) => `${{ igual: ' ', quitada: '-', anadida: '+' }[kind]}${text}`)

test('a changed line is taken away and added anew, and the rest stays', () => {
  expect(brief(diffLines('select a\nfrom t\nwhere b', 'select a, c\nfrom t\nwhere b\nlimit 1'))).toEqual([
    '-select a',
    '+select a, c',
    ' from t',
    ' where b',
    '+limit 1',
  ])
})

test('every line knows its number in the text that it stands in', () => {
  expect(diffLines('a\nb', 'b\nc')).toEqual([
    { kind: 'quitada', text: 'a', before: 1, after: null },
    { kind: 'igual', text: 'b', before: 2, after: 1 },
    { kind: 'anadida', text: 'c', before: null, after: 2 },
  ])
})

const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((lines) => lines.join('\n'))
const sideOf = (lines: readonly DiffLine[], without: DiffLine['kind']) =>
  lines
    .filter(({ kind }) => kind !== without)
    .map((line) => line.text)
    .join('\n')

test('without what was added it is the text before, without what was taken away the text after', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      expect(sideOf(lines, 'anadida')).toBe(before)
      expect(sideOf(lines, 'quitada')).toBe(after)
    }),
  )
})

test('texts with more changes than anybody reads are told as one change, and nothing is lost', () => {
  const lines = (prefix: string) =>
    Array.from({ length: 3_000 }, (_, index) => `${prefix}${index}`).join('\n')
  const diff = diffLines(lines('a'), lines('b'))
  expect(sideOf(diff, 'anadida')).toBe(lines('a'))
  expect(sideOf(diff, 'quitada')).toBe(lines('b'))
})

test('what stayed alike is left out but for what stands beside a change', () => {
  const before = Array.from({ length: 9 }, (_, index) => String(index)).join('\n')
  expect(foldAlike(diffLines(before, before.replace('4', 'x')), 1)).toEqual([
    { kind: 'salto', count: 3 },
    { kind: 'igual', text: '3', before: 4, after: 4 },
    { kind: 'quitada', text: '4', before: 5, after: null },
    { kind: 'anadida', text: 'x', before: null, after: 5 },
    { kind: 'igual', text: '5', before: 6, after: 6 },
    { kind: 'salto', count: 3 },
  ])
})
