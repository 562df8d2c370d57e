import { expect, test } from 'vitest'
import { checkCron, nextFirings } from './cron.ts'

test.each([
  ['0 8 * * 1-5', 'America/Bogota', []],
  ['*/10 * * * * *', 'UTC', []],
  ['0 8 * *', 'UTC', ['cron']],
  ['0 8 * * 1 2026 7', 'UTC', ['cron']],
  ['61 8 * * *', 'UTC', ['cron']],
  ['hola a los mundos ya', 'UTC', ['cron']],
  ['0 8 * * *', 'Marte/Olimpo', ['zonaHoraria']],
  ['0 8 * * *', '+02:00', ['zonaHoraria']],
])('%s in %s is checked by field', (cron, zonaHoraria, campos) => {
  expect(checkCron({ cron, zonaHoraria }).map(({ campo }) => campo)).toEqual(campos)
})

test('firings keep the local time over a change of the clock', () => {
  const firings = nextFirings(
    { cron: '30 8 * * *', zonaHoraria: 'Europe/Madrid' },
    { count: 3, from: new Date('2026-10-23T12:00:00Z') },
  )
  expect(firings.map((firing) => firing.toISOString())).toEqual([
    '2026-10-24T06:30:00.000Z',
    '2026-10-25T07:30:00.000Z',
    '2026-10-26T07:30:00.000Z',
  ])
})

test('a day that never comes has no firings', () => {
  expect(nextFirings({ cron: '0 0 30 2 *', zonaHoraria: 'UTC' }, { count: 3, from: new Date() })).toEqual([])
})
