import { expect, test } from 'vitest'
import { type CronPreset, cronOf, presetOf } from './cron-preset.ts'

test.each<[string, CronPreset]>([
  ['* * * * *', { tipo: 'minutos', cada: 1 }],
  ['*/15 * * * *', { tipo: 'minutos', cada: 15 }],
  ['5 * * * *', { tipo: 'hora', minuto: 5 }],
  ['30 8 * * *', { tipo: 'dia', hora: 8, minuto: 30 }],
  ['0 8 * * 1-5', { tipo: 'semana', hora: 8, minuto: 0, dias: [1, 2, 3, 4, 5] }],
  ['0 8 * * 1,3', { tipo: 'semana', hora: 8, minuto: 0, dias: [1, 3] }],
  ['0 8 * * 6,0', { tipo: 'semana', hora: 8, minuto: 0, dias: [6, 0] }],
  ['0 8 15 * *', { tipo: 'mes', hora: 8, minuto: 0, dia: 15 }],
  ['0 8 L * *', { tipo: 'mes', hora: 8, minuto: 0, dia: 'ultimo' }],
  [
    'R/2026-01-01T08:00:00.000Z/PT90M',
    { tipo: 'intervalo', cada: 90, unidad: 'M', desde: '2026-01-01T08:00:00.000Z' },
  ],
  [
    'R/2026-01-01T08:00:00.000Z/P2D',
    { tipo: 'intervalo', cada: 2, unidad: 'D', desde: '2026-01-01T08:00:00.000Z' },
  ],
  ['2026-12-24T18:00:00.000Z', { tipo: 'fecha', momento: '2026-12-24T18:00:00.000Z' }],
])('%s is chosen as %o, and back', (cron, preset) => {
  expect(presetOf(cron)).toEqual(preset)
  expect(cronOf(preset)).toBe(cron)
})

test.each([
  '*/7 * * * *',
  '30 0 8 * * *',
  '0 8,20 * * *',
  '0 8 1 * 1',
  '0 8 1,15 * *',
  '0 8 * 1 *',
  '*/15 8-17 * * *',
  '0 8 * * 1#1',
  '0 * 1 * *',
  'nada',
])('«%s» is none of them', (cron) => {
  expect(presetOf(cron)).toBeNull()
})

test.each(['0 0 8 * * MON', '0 8 * * 7', '0 8 * * 0-2'])('«%s» is one that is written otherwise', (cron) => {
  expect(presetOf(cron)?.tipo).toBe('semana')
})
