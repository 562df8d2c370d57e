import type { Calendario } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFestivos } from './festivos.ts'
import { type Horario, nextDisparos, nextHoras } from './horas.ts'

const NAVIDAD = { fecha: '2024-12-25', nombre: 'Navidad', anual: true }
const calendario = (changes: Partial<Calendario> = {}) =>
  createFestivos({ finDeSemana: false, festivos: [NAVIDAD], ...changes })
const horario = (
  enFestivo: 'omitir' | 'siguienteHabil',
  {
    cron = '0 8 * * *',
    zonaHoraria = 'UTC',
    ...changes
  }: Partial<Pick<Horario, 'cron' | 'zonaHoraria'> & Calendario> = {},
): Horario => ({ cron, zonaHoraria, festivos: { nombrar: calendario(changes), enFestivo } })
const show = (tarea: Horario, from: string, count = 4) =>
  nextHoras(tarea, { count, from: new Date(from) }).map(({ momento, festivo, seOmite }) => [
    momento.toISOString().slice(0, 16),
    festivo,
    seOmite,
  ])

test('on a day on which nobody works an hour is left out, and says why', () => {
  expect(show(horario('omitir'), '2026-12-23T12:00:00Z', 3)).toEqual([
    ['2026-12-24T08:00', null, false],
    ['2026-12-25T08:00', 'Navidad', true],
    ['2026-12-26T08:00', null, false],
  ])
})

test('or it stands on the next day on which somebody does, once however many meet there', () => {
  // 25 December 2026 is a Friday.
  expect(show(horario('siguienteHabil', { finDeSemana: true }), '2026-12-23T12:00:00Z', 3)).toEqual([
    ['2026-12-24T08:00', null, false],
    ['2026-12-28T08:00', null, false],
    ['2026-12-29T08:00', null, false],
  ])
  expect(
    show(horario('siguienteHabil', { cron: '0 8 25 12 *', finDeSemana: true }), '2026-12-23T12:00:00Z', 1),
  ).toEqual([['2026-12-28T08:00', 'Navidad', false]])
})

test('what was due on days of rest is not lost for who looks in the middle of them', () => {
  const tarea = horario('siguienteHabil', { cron: '0 8 25 12 *', finDeSemana: true })
  for (const from of [
    '2026-12-25T07:59:59Z',
    '2026-12-25T08:00:00Z',
    '2026-12-27T23:00:00Z',
    '2026-12-28T07:59:59Z',
  ])
    expect(show(tarea, from, 1)).toEqual([['2026-12-28T08:00', 'Navidad', false]])
  expect(show(tarea, '2026-12-28T08:00:00Z', 1)).toEqual([['2027-12-27T08:00', 'Navidad', false]])
})

test('the day is that of the zone of the tarea', () => {
  const tarea = horario('omitir', { cron: '30 0 * * *', zonaHoraria: 'Europe/Madrid' })
  expect(show(tarea, '2026-12-24T12:00:00Z', 2)).toEqual([
    ['2026-12-24T23:30', 'Navidad', true],
    ['2026-12-25T23:30', null, false],
  ])
})

test('a calendario on which nobody ever works ends, and leaves nothing', () => {
  const festivos = Array.from({ length: 366 }, (_, day) => ({
    fecha: new Date(Date.UTC(2024, 0, day + 1)).toISOString().slice(0, 10),
    nombre: '',
    anual: true,
  }))
  const from = new Date('2026-01-01T00:00:00Z')
  const tarea = { cron: '0 8 1 * *', zonaHoraria: 'UTC' }
  const nombrar = calendario({ festivos })
  for (const enFestivo of ['omitir', 'siguienteHabil'] as const)
    expect(nextDisparos({ ...tarea, festivos: { nombrar, enFestivo } }, { count: 2, from })).toEqual([])
})

test('whatever is left out or moved, hours come in order, none on such a day, and step by step they are the same', () => {
  const days = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
  fc.assert(
    fc.property(
      days,
      fc.boolean(),
      fc.constantFrom('0 8 * * *', '0 */7 * * *', '15 9 * * 1'),
      (rest, finDeSemana, cron) => {
        const festivos = [...new Set(rest)].map((day) => ({
          fecha: new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
          nombre: '',
          anual: false,
        }))
        const tarea = horario('siguienteHabil', {
          cron,
          zonaHoraria: 'America/Santiago',
          finDeSemana,
          festivos,
        })
        const nombrar = tarea.festivos?.nombrar ?? (() => null)
        const from = new Date('2026-11-01T00:00:00Z')
        const all = nextDisparos(tarea, { count: 12, from })
        const local = new Intl.DateTimeFormat('sv', { timeZone: 'America/Santiago', dateStyle: 'short' })
        expect(all.map((each) => nombrar(local.format(each)))).toEqual(all.map(() => null))
        expect(all).toEqual(all.toSorted((left, right) => left.getTime() - right.getTime()))
        let after = from
        const stepwise = all.map(() => {
          after = nextDisparos(tarea, { count: 1, from: after })[0] ?? after
          return after
        })
        expect(stepwise).toEqual(all)
      },
    ),
    { numRuns: 40 },
  )
})

test('however often it fires, a weekend is passed over, and what meets on Monday is one', () => {
  const every = horario('siguienteHabil', { cron: '* * * * *', finDeSemana: true })
  // 21 November 2026 is a Saturday.
  expect(show(every, '2026-11-20T23:58:00Z', 3)).toEqual([
    ['2026-11-20T23:59', null, false],
    ['2026-11-23T00:00', null, false],
    ['2026-11-23T00:01', null, false],
  ])
  const second = horario('siguienteHabil', { cron: '* * * * * *', finDeSemana: true })
  expect(show(second, '2026-11-21T10:00:00Z', 1)).toEqual([['2026-11-23T00:00', null, false]])
  const left = horario('omitir', { cron: '* * * * *', finDeSemana: true })
  expect(nextDisparos(left, { count: 1, from: new Date('2026-11-21T00:00:00Z') })).toEqual([
    new Date('2026-11-23T00:00:00Z'),
  ])
})

test.each([
  // The clock of Madrid leaves out 02:00 to 03:00 that day, that of Santiago midnight to 01:00; a holiday is the day before.
  ['Europe/Madrid', '2026-03-28', '30 2 28 * *', '2026-03-29T01:30:00.000Z'],
  ['Europe/Madrid', '2026-03-28', '0 8 28 * *', '2026-03-29T06:00:00.000Z'],
  ['America/Santiago', '2026-09-05', '30 0 5 * *', '2026-09-06T04:30:00.000Z'],
  // It shows an hour twice: it stands at the first.
  ['Europe/Madrid', '2026-10-24', '30 2 24 * *', '2026-10-25T00:30:00.000Z'],
  ['Europe/Madrid', '2026-10-24', '0 8 24 * *', '2026-10-25T07:00:00.000Z'],
])(
  'an hour of %s that is moved from %s to a day that changes the clock stands there once',
  (zonaHoraria, fecha, cron, at) => {
    const festivos = [{ fecha, nombre: '', anual: false }]
    const tarea = horario('siguienteHabil', { cron, zonaHoraria, festivos })
    const from = new Date(`${fecha}T00:00:00Z`)
    expect(nextHoras(tarea, { count: 1, from }).map(({ momento }) => momento.toISOString())).toEqual([at])
    const [, then] = nextHoras(tarea, { count: 2, from })
    expect(nextHoras(tarea, { count: 1, from: new Date(at) })).toEqual([then])
  },
)
