import { expect, test } from 'vitest'
import { checkCuando, nextLectura } from './next-lectura.ts'

const NOW = new Date('2026-11-24T05:00:00Z')
const nunca = { cadaMinutos: null, cron: '', zonaHoraria: 'UTC' }

test.each([
  ['only when somebody asks', nunca, null],
  ['every so many minutes', { ...nunca, cadaMinutos: 90 }, '2026-11-24T06:30:00.000Z'],
  ['at its hour', { ...nunca, cron: '0 8 * * *' }, '2026-11-24T08:00:00.000Z'],
  [
    'at its hour there',
    { ...nunca, cron: '0 8 * * *', zonaHoraria: 'America/Bogota' },
    '2026-11-24T13:00:00.000Z',
  ],
  ['the hour that is just now has been', { ...nunca, cron: '0 5 * * *' }, '2026-11-25T05:00:00.000Z'],
  ['an interval', { ...nunca, cron: 'R/2026-01-01T00:00:00Z/PT90M' }, '2026-11-24T06:00:00.000Z'],
  ['a moment that has passed', { ...nunca, cron: '2026-01-01T00:00:00Z' }, null],
])('%s', (_name, cuando, expected) => {
  expect(nextLectura(cuando, NOW)?.toISOString() ?? null).toBe(expected)
})

test.each([
  ['nothing', nunca, []],
  ['an hour', { ...nunca, cron: '0 8 * * 1-5' }, []],
  ['every five minutes', { ...nunca, cron: '*/5 * * * *' }, []],
  ['every minute', { ...nunca, cron: '* * * * *' }, ['cron']],
  ['two that stand near each other', { ...nunca, cron: '0,3 8 * * *' }, ['cron']],
  ['both', { ...nunca, cadaMinutos: 60, cron: '0 8 * * *' }, ['cron']],
  [
    'no cron text and no zone',
    { ...nunca, cron: 'a las ocho', zonaHoraria: 'Marte' },
    ['zonaHoraria', 'cron'],
  ],
])('%s', (_name, cuando, campos) => {
  expect(checkCuando(cuando, NOW).map(({ campo }) => campo)).toEqual(campos)
})
