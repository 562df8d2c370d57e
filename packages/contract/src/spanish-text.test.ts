import { expect, test } from 'vitest'
import {
  isRealDay,
  readInstant,
  readSpanishDay,
  readSpanishText,
  readTime,
  showDay,
  showDecimal,
  showInstant,
} from './spanish-text.ts'

test.each<[string, unknown]>([
  ['1.234,5', 1_234.5],
  ['1234,56', 1_234.56],
  ['1234.5', 1_234.5],
  ['-0,21', -0.21],
  [' 7 ', 7],
  ['7,', 7],
  ['7.', 7],
  ['1.23,4', '1.23,4'],
  ['1,2,3', '1,2,3'],
  ['doce', 'doce'],
])('the decimal %j is read as %j', (text, value) => {
  expect(readSpanishText(text, 'decimal')).toBe(value)
})

test.each([
  [0.21, '0,21'],
  [1_234.5, '1234,5'],
  ['doce', 'doce'],
  [undefined, ''],
])('%j is shown as %j', (value, text) => {
  expect(showDecimal(value)).toBe(text)
})

test.each([
  ['31/12/2026', '2026-12-31'],
  ['1-2-2026', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  ['20111231', undefined],
  ['2026-12-31', '2026-12-31'],
  ['12/2026', undefined],
  ['mañana', undefined],
])('the day %j is read as %j', (text, day) => {
  expect(readSpanishDay(text)).toBe(day)
})

test('a day is shown as one writes it here', () => {
  expect(showDay('2026-12-31')).toBe('31/12/2026')
  expect(showDay('pronto')).toBe('pronto')
})

test('the calendar knows which days there are', () => {
  expect(isRealDay('2028-02-29')).toBe(true)
  expect(isRealDay('2026-02-29')).toBe(false)
  expect(isRealDay('2026-13-01')).toBe(false)
})

test.each([
  ['9:30', '09:30:00'],
  ['9.30', '09:30:00'],
  ['930', '09:30:00'],
  ['0930', '09:30:00'],
  ['9', '09:00:00'],
  ['23:59:58', '23:59:58'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['9:3', undefined],
  ['', undefined],
])('the time %j is read as %j', (text, time) => {
  expect(readTime(text)).toBe(time)
})

test.each([
  ['1/2/2026 9:30', new Date(2026, 1, 1, 9, 30)],
  ['1/2/2026, 9.30', new Date(2026, 1, 1, 9, 30)],
  ['1/2/2026', new Date(2026, 1, 1)],
  ['2026-02-01', new Date(2026, 1, 1)],
  ['2026-02-01T00:00:00Z', new Date('2026-02-01T00:00:00Z')],
])('the instant %j is read in the time of this place', (text, date) => {
  expect(readInstant(text)).toBe(date.toISOString())
})

test.each(['', '12/', '31/2/2026', '1/2/2026 25:00', 'mañana'])('%j is no instant', (text) => {
  expect(readInstant(text)).toBeUndefined()
})

test('an instant that is shown and read comes back the same', () => {
  const instant = '2026-03-29T01:02:03.000Z'
  expect(readInstant(showInstant(instant))).toBe(instant)
  expect(showInstant('mañana')).toBe('mañana')
})
