import { expect, test } from 'vitest'
import { parseTracestate } from './tracestate.ts'

const numbered = (count: number, value: string) =>
  Array.from({ length: count }, (_, at) => `k${at}=${value}`).join()

test.each([
  ['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
  ['  rojo=1 ,\t,congo=2', 'rojo=1,congo=2'],
  ['fw529a3039@dt=FfAc', 'fw529a3039@dt=FfAc'],
  [numbered(32, '1'), numbered(32, '1')],
])('%s is passed on', (text, passed) => {
  expect(parseTracestate(text)).toBe(passed)
})

test.each([
  '',
  ' , ',
  'rojo',
  '=1',
  'Rojo=1',
  'rojo=1=2',
  'rojo=',
  'rojo=á',
  'rojo=1,rojo=2',
  'a@b@c=1',
  `rojo=${'x'.repeat(257)}`,
  numbered(33, '1'),
])('%j is dropped as a whole', (text) => {
  expect(parseTracestate(text)).toBeNull()
})

test('512 characters are kept whole', () => {
  const value = 'x'.repeat(125)
  const text = `a=${value},b=${value},c=${value},d=${value}`
  expect(text).toHaveLength(511)
  expect(parseTracestate(text)).toBe(text)
})

test('of more, large members are left out first', () => {
  const large = `grande=${'x'.repeat(200)}`
  const text = `${large},${numbered(20, 'x'.repeat(15))}`
  expect(text.length).toBeGreaterThan(512)
  expect(parseTracestate(text)).toBe(numbered(20, 'x'.repeat(15)))
})

test('then the last', () => {
  const kept = parseTracestate(numbered(32, 'x'.repeat(20))) ?? ''
  expect(kept.length).toBeLessThanOrEqual(512)
  expect(numbered(32, 'x'.repeat(20)).startsWith(`${kept},k`)).toBe(true)
})
