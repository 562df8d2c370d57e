import fc from 'fast-check'
import { FilterParser } from 'ldapts'
import { expect, test } from 'vitest'
import { escapeDn, escapeFilter } from './escape.ts'

test.each([
  ['ana', 'ana'],
  ['*', String.raw`\2a`],
  ['*)(uid=*', String.raw`\2a\29\28uid=\2a`],
  [String.raw`a\b`, String.raw`a\5cb`],
  ['a\0', String.raw`a\00`],
  ['Núñez', 'Núñez'],
])('in a filter %j is %s', (value, escaped) => {
  expect(escapeFilter(value)).toBe(escaped)
})

test('whatever the value, a filter asks for that value and nothing else', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[*()\\&|!=a ñ]{1,12}$/), (value) => {
      const parsed = FilterParser.parseString(`(uid=${escapeFilter(value)})`)
      expect(parsed).toMatchObject({ attribute: 'uid', value })
    }),
  )
})

test.each([
  ['Ana Ruiz', 'Ana Ruiz'],
  ['Ruiz, Ana', String.raw`Ruiz\, Ana`],
  ['a,dc=otro', String.raw`a\,dc\=otro`],
  [' a ', String.raw`\ a\ `],
  ['#1', String.raw`\#1`],
  [' ', String.raw`\ `],
  ['a\n', String.raw`a\0a`],
])('in a distinguished name %j is %s', (value, escaped) => {
  expect(escapeDn(value)).toBe(escaped)
})

test('no value begins another part of a distinguished name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[,+"\\<>;=# añ]{1,12}$/), (value) => {
      // Every special character is escaped, so that what separates is only what was written.
      const unescaped = escapeDn(value).replace(/\\./g, '')
      expect(unescaped).not.toMatch(/[,+"\\<>;=]/)
    }),
  )
})
