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
