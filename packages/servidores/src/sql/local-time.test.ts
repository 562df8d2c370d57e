import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLocal, openZona, parseInstant } from './local-time.ts'

test.each([
  ['2026-11-21 10:00:00.123456', 'UTC', '2026-11-21T10:00:00.123Z'],
  ['2026-11-21 10:00:00', 'America/Bogota', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21 10:00:00', '+05:30', '2026-11-21T04:30:00.000Z'],
  ['2026-11-21 10:00:00-05', 'UTC', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21 10:00:00.5+05:30', 'America/Bogota', '2026-11-21T04:30:00.500Z'],
  ['1900-01-01 00:00:00-04:56:16', 'UTC', '1900-01-01T04:56:16.000Z'],
  ['2026-11-21T10:00:00Z', 'America/Bogota', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  // The hour that Madrid skips, and the one that it repeats.
  ['2026-03-29 02:30:00', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30:00', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
])('%s in %s is %s', (text, nombre, expected) => {
  const zona = openZona(nombre)
  expect(zona && parseInstant(text, zona)?.toISOString()).toBe(expected)
})

test.each(['infinity', '0000-00-00 00:00:00', '2026-02-30', '12026-01-01', '2026-01-01 00:00:00 BC'])(
  '%s is no instant',
  (text) => {
    const zona = openZona('UTC')
    expect(zona && parseInstant(text, zona)).toBeNull()
  },
)

test.each(['Nada/Nadie', '+25:00', '+05:75'])('there is no zone %s', (nombre) => {
  expect(openZona(nombre)).toBeNull()
})

test.each(['UTC', 'America/Bogota', 'Europe/Madrid', 'Asia/Kolkata', '-03:30'])(
  'every instant outside a repeated hour comes back from its clock time in %s',
  (nombre) => {
    const zona = openZona(nombre)
    if (!zona) throw new Error(nombre)
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1980-01-01'), max: new Date('2080-01-01'), noInvalidDate: true }),
        (date) => {
          const back = parseInstant(formatLocal(date, zona), zona)
          const difference = Math.abs((back?.getTime() ?? 0) - date.getTime())
          expect([0, 3_600_000]).toContain(difference)
        },
      ),
    )
  },
)
