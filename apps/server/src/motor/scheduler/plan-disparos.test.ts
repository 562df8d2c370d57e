import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFestivos } from './festivos.ts'
import { firstHora, MOTIVOS, NUNCA, planDisparos } from './plan-disparos.ts'

const HOURLY = { cron: '0 * * * *', zonaHoraria: 'UTC' }
const at = (text: string) => new Date(`2026-11-21T${text}Z`)
const AROUND = { graciaMs: 60_000, maximo: 100 }

function plan(alPerder: 'omitir' | 'ultima' | 'todas', proximo: string, now: string) {
  const { disparos, proximo: next } = planDisparos(
    { ...HOURLY, alPerder },
    { ...AROUND, proximo: at(proximo), now: at(now) },
  )
  return {
    disparos: disparos.map(({ previsto, resultado }) => [
      previsto.toISOString().slice(11, 16),
      resultado === 'disparado',
    ]),
    next: next.toISOString().slice(11, 16),
  }
}

test.each([
  ['in time', 'omitir', '08:00:00', '08:00:01', [['08:00', true]], '09:00'],
  ['not due', 'omitir', '09:00:00', '08:30:00', [], '09:00'],
  [
    'missed',
    'omitir',
    '08:00:00',
    '10:30:00',
    [
      ['08:00', false],
      ['09:00', false],
      ['10:00', false],
    ],
    '11:00',
  ],
  [
    'missed',
    'ultima',
    '08:00:00',
    '10:30:00',
    [
      ['08:00', false],
      ['09:00', false],
      ['10:00', true],
    ],
    '11:00',
  ],
  [
    'missed',
    'todas',
    '08:00:00',
    '10:30:00',
    [
      ['08:00', true],
      ['09:00', true],
      ['10:00', true],
    ],
    '11:00',
  ],
  [
    'missed, and one in time',
    'ultima',
    '08:00:00',
    '09:00:02',
    [
      ['08:00', false],
      ['09:00', true],
    ],
    '10:00',
  ],
] as const)('%s with «%s», due at %s, at %s', (_, alPerder, proximo, now, disparos, next) => {
  expect(plan(alPerder, proximo, now)).toEqual({ disparos, next })
})

test('what is fired late says so', () => {
  const { disparos } = planDisparos(
    { ...HOURLY, alPerder: 'ultima' },
    { ...AROUND, proximo: at('08:00:00'), now: at('09:30:00') },
  )
  expect(disparos.map(({ motivo }) => motivo)).toEqual([MOTIVOS.perdido, MOTIVOS.recuperado])
})

test('after a short stop only the last firing is still in time, and says that it is late; those before it were missed', () => {
  const fire = (alPerder: 'omitir' | 'ultima' | 'todas') =>
    planDisparos(
      { cron: '*/15 * * * * *', zonaHoraria: 'UTC', alPerder },
      { ...AROUND, proximo: at('13:00:45'), now: at('13:02:08') },
    ).disparos.map(({ previsto, resultado, motivo }) => [
      previsto.toISOString().slice(14, 19),
      resultado,
      motivo,
    ])
  const missed = ['00:45', '01:00', '01:15', '01:30', '01:45']
  for (const alPerder of ['omitir', 'ultima'] as const) {
    expect(fire(alPerder)).toEqual([
      ...missed.map((hora) => [hora, 'perdido', MOTIVOS.perdido]),
      ['02:00', 'disparado', MOTIVOS.recuperado],
    ])
  }
  expect(fire('todas')).toEqual([...missed, '02:00'].map((hora) => [hora, 'disparado', MOTIVOS.recuperado]))
})

test('of a look that took some seconds every firing is in time', () => {
  const { disparos } = planDisparos(
    { cron: '* * * * * *', zonaHoraria: 'UTC', alPerder: 'omitir' },
    { ...AROUND, proximo: at('08:00:00'), now: at('08:00:03') },
  )
  expect(disparos.map(({ resultado, motivo }) => [resultado, motivo])).toEqual(
    Array.from({ length: 4 }, () => ['disparado', null]),
  )
})

test('a day on which nobody works is left out, also when it was missed, and the last that was missed is another', () => {
  const nombrar = (dia: string) => (dia === '2026-11-21' ? 'Fiesta' : null)
  const daily = { cron: '0 8 * * *', zonaHoraria: 'UTC', festivos: { nombrar, enFestivo: 'omitir' } } as const
  const { disparos } = planDisparos(
    { ...daily, alPerder: 'ultima' },
    { ...AROUND, proximo: new Date('2026-11-20T08:00:00Z'), now: at('09:00:00') },
  )
  expect(disparos.map(({ motivo, resultado }) => [resultado, motivo])).toEqual([
    ['disparado', MOTIVOS.recuperado],
    ['omitido', 'Ese día no se trabaja: Fiesta.'],
  ])
})

test('a schedule that has ended is due never again', () => {
  const tarea = { cron: '0 0 1 1 *', zonaHoraria: 'UTC', alPerder: 'omitir' } as const
  expect(planDisparos(tarea, { ...AROUND, proximo: NUNCA, now: at('08:00:00') })).toEqual({
    disparos: [],
    proximo: NUNCA,
  })
})

test.each([
  // In spring 02:30 does not exist, in autumn it comes twice: it is fired once a day all the same.
  ['Europe/Madrid', '2026-03-28T12:00:00Z'],
  ['Europe/Madrid', '2026-10-24T12:00:00Z'],
  ['America/Santiago', '2026-04-03T12:00:00Z'],
  ['America/Santiago', '2026-09-04T12:00:00Z'],
])('a change of the clock in %s neither doubles nor loses a day (%s)', (zonaHoraria, from) => {
  const tarea = { cron: '30 2 * * *', zonaHoraria, alPerder: 'todas' } as const
  const start = new Date(from)
  const { disparos } = planDisparos(tarea, {
    ...AROUND,
    proximo: planDisparos(tarea, { ...AROUND, proximo: start, now: start }).proximo,
    now: new Date(start.getTime() + 3 * 86_400_000),
  })
  expect(disparos).toHaveLength(3)
})

const HOUR_MS = 3_600_000
/** When the clock changes in 2026. */
const CAMBIOS = [
  ['Europe/Madrid', '2026-03-29T01:00:00Z'],
  ['Europe/Madrid', '2026-10-25T01:00:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
] as const

/** What is written down of three days around a change, by somebody who looks every so many minutes. */
function ledgerAround(cambio: string, horario: { cron: string; zonaHoraria: string }, minutes: number) {
  const middle = Date.parse(cambio)
  const tarea = { ...horario, alPerder: 'todas' } as const
  const end = middle + 36 * HOUR_MS
  let proximo = firstHora(tarea, new Date(middle - 36 * HOUR_MS - 1))
  const ledger: Date[] = []
  for (let at = proximo.getTime(); at < end + minutes * 60_000; at += minutes * 60_000) {
    const now = new Date(Math.min(at, end))
    const step = planDisparos(tarea, { ...AROUND, maximo: 1_000, proximo, now })
    expect(step.disparos.every(({ resultado }) => resultado === 'disparado')).toBe(true)
    ledger.push(...step.disparos.map(({ previsto }) => previsto))
    proximo = step.proximo
  }
  return { ledger, begin: middle - 36 * HOUR_MS, until: proximo.getTime() }
}

test.each(CAMBIOS)(
  'in %s what is fired every half hour is, through the change of %s',
  (zonaHoraria, cambio) => {
    for (const minutes of [1, 7, 95, 600]) {
      const { ledger, begin, until } = ledgerAround(cambio, { cron: '*/30 * * * *', zonaHoraria }, minutes)
      const expected = Array.from(
        { length: (until - begin) / (HOUR_MS / 2) },
        (_, index) => new Date(begin + (index * HOUR_MS) / 2),
      )
      expect(ledger).toEqual(expected)
    }
  },
)

test.each(CAMBIOS)(
  'in %s an interval goes on by its length, through the change of %s',
  (zonaHoraria, cambio) => {
    const every = 50 * 60_000
    for (const minutes of [1, 7, 95, 600]) {
      const cron = 'R/2026-01-01T00:00:00Z/PT50M'
      const { ledger, begin, until } = ledgerAround(cambio, { cron, zonaHoraria }, minutes)
      const start = Date.UTC(2026, 0, 1)
      const first = start + Math.ceil((begin - start) / every) * every
      const expected = Array.from(
        { length: (until - first) / every },
        (_, index) => new Date(first + index * every),
      )
      expect(ledger).toEqual(expected)
    }
  },
)

test.each(
  CAMBIOS.flatMap(([zonaHoraria, cambio]) =>
    ['30 0 * * *', '30 1 * * *', '30 2 * * *', '0 3 * * *', '30 23 * * *'].map(
      (cron) => [zonaHoraria, cambio, cron] as const,
    ),
  ),
)('in %s each day has one firing, through the change of %s under «%s»', (zonaHoraria, cambio, cron) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zonaHoraria })
  for (const minutes of [1, 7, 95, 600]) {
    const { ledger } = ledgerAround(cambio, { cron, zonaHoraria }, minutes)
    const days = ledger.map((previsto) => day.format(previsto))
    expect(new Set(days).size).toBe(days.length)
    expect(days).toHaveLength(3)
    expect(days).toContain(day.format(Date.parse(cambio) - 1))
  }
})

test('however often somebody looks, each firing is told of once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 7_200 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('omitir', 'ultima', 'todas'),
      (steps, alPerder) => {
        const tarea = { cron: '*/10 * * * *', zonaHoraria: 'America/Bogota', alPerder } as const
        const begin = at('00:00:00')
        let now = begin
        let proximo = planDisparos(tarea, { ...AROUND, proximo: begin, now: begin }).proximo
        const seen: number[] = []
        for (const seconds of steps) {
          now = new Date(now.getTime() + seconds * 1_000)
          const step = planDisparos(tarea, { ...AROUND, maximo: 10_000, proximo, now })
          seen.push(...step.disparos.map(({ previsto }) => previsto.getTime()))
          proximo = step.proximo
        }
        const expected: number[] = []
        for (let each = begin.getTime() + 600_000; each <= now.getTime(); each += 600_000) expected.push(each)
        expect(seen).toEqual(expected)
      },
    ),
    { numRuns: 50 },
  )
})

test('what never ends is always due again, whatever its calendario, and not long after', () => {
  const WEEK_MS = 7 * 86_400_000
  fc.assert(
    fc.property(
      fc.constantFrom(
        '* * * * *',
        '* * * * * *',
        '*/7 * * * *',
        '0 * * * *',
        '30 2 * * *',
        'R/2026-01-01T00:00:00Z/PT50M',
      ),
      fc.constantFrom('Europe/Madrid', 'America/Santiago', 'UTC'),
      fc.constantFrom('omitir', 'siguienteHabil'),
      fc.integer({ min: 0, max: 366 * 86_400 }),
      fc.integer({ min: 0, max: 1_800 }),
      (cron, zonaHoraria, enFestivo, second, absence) => {
        const nombrar = createFestivos({ finDeSemana: true, festivos: [] })
        const tarea = { cron, zonaHoraria, alPerder: 'ultima', festivos: { nombrar, enFestivo } } as const
        const start = new Date(Date.UTC(2026, 0, 1) + second * 1_000)
        const first = firstHora(tarea, start)
        expect(first.getTime() - start.getTime()).toBeLessThan(WEEK_MS)
        const now = new Date(first.getTime() + absence * 1_000)
        const { proximo } = planDisparos(tarea, { ...AROUND, proximo: first, now })
        expect(proximo.getTime()).toBeGreaterThan(now.getTime())
        expect(proximo.getTime() - now.getTime()).toBeLessThan(WEEK_MS)
      },
    ),
    { numRuns: 30 },
  )
})
