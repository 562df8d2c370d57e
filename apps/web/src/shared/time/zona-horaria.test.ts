import { expect, test } from 'vitest'
import { foldText, inZona, offsetOf } from './zona-horaria.ts'

test.each([
  ['America/Bogota', 'bogotá'],
  ['America/Sao_Paulo', 'Sao paulo'],
  ['Europe/Madrid', ' MADRID'],
])('%s is found as «%s»', (zona, typed) => {
  expect(foldText(zona)).toContain(foldText(typed))
})

test('an offset is told of zones that are known', () => {
  expect(offsetOf('America/Bogota')).toBe('GMT-5')
  expect(offsetOf('Luna/Mar')).toBe('')
})

test.each([
  ['2026-11-23T13:00:00.000Z', 'lun, 23 nov 2026, 08:00'],
  ['2026-11-23T13:00:15.000Z', 'lun, 23 nov 2026, 08:00:15'],
])('%s is shown by the clocks of Bogota', (moment, text) => {
  expect(inZona(moment, 'America/Bogota')).toBe(text)
})
