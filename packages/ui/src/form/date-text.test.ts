import { expect, test } from 'vitest'
import { type DateKind, readDateText, showDateText, toCalendar } from './date-text.ts'
import { Unread } from './unread.ts'

const here = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...(parts as [number, number, number])).toISOString()

test.each<[DateKind, string, unknown]>([
  ['fecha', '31/12/2026', '2026-12-31'],
  ['fecha', ' ', undefined],
  ['fechaHora', '31/12/2026 14:30', here(2026, 11, 31, 14, 30)],
  ['hora', '8:05', '08:05:00'],
])('as %s the text %j says %j', (kind, text, value) => {
  expect(readDateText(text, kind)).toEqual(value)
})

test.each<[DateKind, string, string]>([
  ['fecha', '31/02/2026', 'Escriba una fecha que exista, como 31/12/2026.'],
  ['fechaHora', '12/', 'Escriba una fecha y una hora que existan, como 31/12/2026 14:30.'],
  ['hora', '25:00', 'Escriba una hora, como 14:30.'],
])('as %s the text %j is kept and it is said what is wanted', (kind, text, mensaje) => {
  const value = readDateText(text, kind)
  expect(value).toEqual(new Unread(text, mensaje))
  expect(showDateText(value, kind)).toBe(text)
})

test('what lies outside its bounds is not taken, and they are told as they are written', () => {
  const bounds = { min: '2026-11-21', max: '2026-12-31' }
  expect(readDateText('21/11/2026', 'fecha', bounds)).toBe('2026-11-21')
  expect(readDateText('20/11/2026', 'fecha', bounds)).toMatchObject({
    mensaje: 'No puede ser antes de 21/11/2026.',
  })
  expect(readDateText('1/1/2027', 'fecha', bounds)).toMatchObject({
    mensaje: 'No puede ser después de 31/12/2026.',
  })
})

test('seconds are shown where they say something', () => {
  expect(showDateText(here(2026, 0, 2, 3, 4, 0), 'fechaHora')).toBe('02/01/2026 03:04')
  expect(showDateText(here(2026, 0, 2, 3, 4, 5), 'fechaHora')).toBe('02/01/2026 03:04:05')
  expect(showDateText('14:30:00', 'hora')).toBe('14:30')
})

test('a calendar gets an instant in the time of this place', () => {
  expect(toCalendar(here(2026, 0, 2, 3, 4, 5), 'fechaHora')).toBe('2026-01-02 03:04:05')
  expect(toCalendar('2026-01-02', 'fecha')).toBe('2026-01-02')
  expect(toCalendar(undefined, 'fecha')).toBeNull()
})
