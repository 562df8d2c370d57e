import { expect, test } from 'vitest'
import { checkCron, nextFirings } from './cron.ts'

test.each([
  ['0 8 * * 1-5', 'America/Bogota', []],
  ['*/10 * * * * *', 'UTC', []],
  ['0 8 * *', 'UTC', ['cron']],
  ['0 8 * * 1 2026 7', 'UTC', ['cron']],
  ['61 8 * * *', 'UTC', ['cron']],
  ['hola a los mundos ya', 'UTC', ['cron']],
  ['R/2026-01-01T00:00:00Z/PT90M', 'UTC', []],
  ['R/2026-01-01T00:00:00Z/1h', 'UTC', ['cron']],
  ['2026-12-24T18:00:00Z', 'UTC', []],
  ['2026-12-24 18:00', 'UTC', ['cron']],
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

test('an interval goes on by its own length, over changes of the clock too', () => {
  const every = { cron: 'R/2026-10-24T22:30:00Z/PT3H', zonaHoraria: 'Europe/Madrid' }
  const firings = nextFirings(every, { count: 3, from: new Date('2026-10-25T01:30:00Z') })
  expect(firings.map((firing) => firing.toISOString())).toEqual([
    '2026-10-25T04:30:00.000Z',
    '2026-10-25T07:30:00.000Z',
    '2026-10-25T10:30:00.000Z',
  ])
  const [first] = nextFirings(every, { count: 1, from: new Date('2026-01-01T00:00:00Z') })
  expect(first).toEqual(new Date('2026-10-24T22:30:00Z'))
})

test('one moment comes once', () => {
  const once = { cron: '2026-12-24T18:00:00Z', zonaHoraria: 'UTC' }
  expect(nextFirings(once, { count: 3, from: new Date('2026-12-24T17:59:59Z') })).toHaveLength(1)
  expect(nextFirings(once, { count: 3, from: new Date('2026-12-24T18:00:00Z') })).toEqual([])
})
