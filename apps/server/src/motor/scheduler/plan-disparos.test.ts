import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOTIVOS, NUNCA, planDisparos } from './plan-disparos.ts'

const HOURLY = { cron: '0 * * * *', zonaHoraria: 'UTC' }
const at = (text: string) => new Date(`2026-11-21T${text}Z`)
const AROUND = { graciaMs: 60_000, maximo: 100 }

function plan(alPerder: 'omitir' | 'ultima' | 'todas', proximo: string, now: string) {
  const { disparos, proximo: next } = planDisparos(
    { ...HOURLY, alPerder },
    { ...AROUND, proximo: at(proximo), now: at(now) },
  )
  return {
    disparos: disparos.map(({ previsto, seDispara }) => [previsto.toISOString().slice(11, 16), seDispara]),
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
