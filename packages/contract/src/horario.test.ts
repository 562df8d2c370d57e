import { expect, test } from 'vitest'
import { formaDeHorario, parseInstante, parseIntervalo } from './horario.ts'

test.each([
  ['R/2026-01-01T00:00:00Z/PT90M', 5_400_000],
  ['R/2026-01-01T00:00Z/P1DT2H', 93_600_000],
  ['R/2026-01-01T00:00:00Z/PT1S', 1_000],
  ['R/2026-01-01T00:00:00Z/PT1H30M15S', 5_415_000],
])('%s repeats every %i ms', (horario, cadaMs) => {
  expect(parseIntervalo(horario)).toEqual({ inicio: new Date('2026-01-01T00:00:00Z'), cadaMs })
})

test.each([
  'R/2026-01-01T00:00:00Z/PT0S',
  'R/2026-01-01T00:00:00Z/P',
  'R/2026-01-01T00:00:00Z/P1DT',
  'R/2026-01-01T00:00:00Z/P1M',
  'R/2026-13-01T00:00:00Z/PT1H',
  'R/2026-01-01T00:00:00/PT1H',
  'R5/2026-01-01T00:00:00Z/PT1H',
  '0 8 * * *',
])('%s is no interval', (horario) => {
  expect(parseIntervalo(horario)).toBeNull()
})

test.each([
  ['2026-12-24T18:00:00Z', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00Z', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24', undefined],
  ['2026-12-24T18:00:00', undefined],
  ['2026-24-12T18:00:00Z', undefined],
])('%s is the moment %s', (horario, instante) => {
  expect(parseInstante(horario)?.toISOString()).toBe(instante)
})

test.each([
  ['0 8 * * 1-5', 'cron'],
  ['R/hoy/PT1H', 'intervalo'],
  ['2026-12-24T18:00:00Z', 'fecha'],
])('%s is written as %s', (horario, forma) => {
  expect(formaDeHorario(horario)).toBe(forma)
})
