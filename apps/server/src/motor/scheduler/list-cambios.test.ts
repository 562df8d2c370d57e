import { expect, test } from 'vitest'
import { createFestivos } from './festivos.ts'
import type { Horario } from './horas.ts'
import { listCambios } from './list-cambios.ts'

const FROM = new Date('2026-01-15T12:00:00Z')
const show = (horario: Horario, from = FROM) =>
  listCambios(horario, from).map(({ momento, efecto, hora }) => [momento.toISOString(), efecto, hora])

test.each([
  // 02:00 to 03:00 is left out on 29 March, and comes twice on 25 October.
  ['Europe/Madrid', '30 2 * * *', 'despues', 'unaVez', '02:30'],
  ['Europe/Madrid', '0 2 * * *', 'despues', 'unaVez', '02:00'],
  ['Europe/Madrid', '*/15 * * * *', 'seOmite', 'dosVeces', '02:00'],
  ['Europe/Madrid', '30 2,14 * * *', 'seOmite', 'dosVeces', '02:30'],
  ['Europe/Madrid', '0 8 * * *', 'ninguno', 'ninguno', null],
  ['Europe/Madrid', '30 2 * * 1', 'ninguno', 'ninguno', null],
  ['Europe/Madrid', 'R/2026-01-01T00:00:00Z/PT8H', 'intervalo', 'intervalo', null],
])('the clock of %s changes under «%s»: %s, %s', (zonaHoraria, cron, spring, autumn, hora) => {
  expect(show({ cron, zonaHoraria })).toEqual([
    ['2026-03-29T01:00:00.000Z', spring, hora],
    ['2026-10-25T01:00:00.000Z', autumn, hora],
  ])
})

test.each([
  // 23:00 to midnight comes twice on 4 April, midnight to 01:00 is left out on 6 September.
  ['30 23 * * *', 'unaVez', '23:30', 'ninguno', null],
  ['30 0 * * *', 'ninguno', null, 'despues', '00:30'],
  ['*/30 * * * *', 'dosVeces', '23:00', 'seOmite', '00:00'],
])(
  'the clock of America/Santiago changes under «%s»: %s at %s, %s at %s',
  (cron, first, at, second, then) => {
    expect(show({ cron, zonaHoraria: 'America/Santiago' })).toEqual([
      ['2026-04-05T03:00:00.000Z', first, at],
      ['2026-09-06T04:00:00.000Z', second, then],
    ])
  },
)

test('they say how far the clock is from UTC, before and after', () => {
  const [change] = listCambios({ cron: '0 8 * * *', zonaHoraria: 'America/Santiago' }, FROM)
  expect(change).toMatchObject({ desfaseAntes: -180, desfaseDespues: -240 })
})

test('on a day on which nobody works there is nothing to say of its hours', () => {
  const nombrar = createFestivos({ finDeSemana: true, festivos: [] })
  const tarea = { cron: '30 2 * * *', zonaHoraria: 'Europe/Madrid' }
  expect(show({ ...tarea, festivos: { nombrar, enFestivo: 'omitir' } })).toMatchObject([
    [expect.any(String), 'festivo', '02:30'],
    [expect.any(String), 'festivo', '02:30'],
  ])
})

test.each([
  ['30 2 * * *', 'UTC'],
  ['30 2 * * *', 'America/Bogota'],
  ['2026-12-24T18:00:00Z', 'Europe/Madrid'],
])('«%s» in %s knows none', (cron, zonaHoraria) => {
  expect(show({ cron, zonaHoraria })).toEqual([])
})
