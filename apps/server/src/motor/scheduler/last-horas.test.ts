import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFestivos } from './festivos.ts'
import { type Hora, type Horario, nextHoras } from './horas.ts'
import { lastHoras } from './last-horas.ts'
import { planDisparos } from './plan-disparos.ts'

const DAY_MS = 86_400_000
const FESTIVOS = [
  { fecha: '2024-12-25', nombre: 'Navidad', anual: true },
  // The days before the clocks change, and after.
  ...['2026-03-28', '2026-03-30', '2026-04-04', '2026-09-05', '2026-09-07', '2026-10-24', '2026-10-26'].map(
    (fecha) => ({ fecha, nombre: '', anual: false }),
  ),
]
const calendarios = {
  ninguno: () => undefined,
  omitir: () => festivosOf('omitir'),
  siguienteHabil: () => festivosOf('siguienteHabil'),
} as const
const festivosOf = (enFestivo: 'omitir' | 'siguienteHabil') => ({
  nombrar: createFestivos({ finDeSemana: true, festivos: FESTIVOS }),
  enFestivo,
})

/** One after the other, from the beginning. */
function walkAll(horario: Horario, { from, until }: { from: number; until: number }) {
  const horas: Hora[] = []
  for (let after = new Date(from); ; ) {
    const [next] = nextHoras(horario, { count: 1, from: after })
    if (!next || next.momento.getTime() > until) return { horas, next }
    horas.push(next)
    after = next.momento
  }
}

test('the last of a stretch are those at the end of a walk through all of it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        '*/5 * * * *',
        '*/20 1-3 * * *',
        '30 2 * * *',
        '0 */7 * * *',
        '*/30 0 1 * * 0',
        '15 9 * * 1',
        'R/2026-01-01T00:00:00.250Z/PT50M',
        '2026-10-25T01:30:00Z',
      ),
      fc.constantFrom('Europe/Madrid', 'America/Santiago', 'UTC'),
      fc.constantFrom('ninguno', 'omitir', 'siguienteHabil'),
      // Around each change of both clocks, and in the middle of the year.
      fc.constantFrom('2026-03-29', '2026-04-05', '2026-06-14', '2026-09-06', '2026-10-25', '2026-12-25'),
      fc.integer({ min: -3 * DAY_MS, max: 2 * DAY_MS }),
      fc.integer({ min: 0, max: 5 * DAY_MS }),
      fc.integer({ min: 1, max: 40 }),
      (cron, zonaHoraria, calendario, dia, beginMs, lengthMs, most) => {
        const horario = { cron, zonaHoraria, festivos: calendarios[calendario]() }
        const from = Date.parse(`${dia}T12:00:00Z`) + beginMs
        const until = from + lengthMs
        const { horas, next } = walkAll(horario, { from, until })
        expect(lastHoras(horario, { from, until, most })).toEqual({ horas: horas.slice(-most), next })
      },
    ),
    {
      numRuns: 300,
      // What is due in the second of two hours that the clock shows alike may stand before what is due in the first.
      examples: [
        [
          'R/2026-01-01T00:00:00.250Z/PT50M',
          'America/Santiago',
          'siguienteHabil',
          '2026-04-05',
          0,
          141_000_250,
          1,
        ],
      ],
    },
  )
})

test.each(['* * * * * *', 'R/2026-01-01T00:00:00Z/PT1S'])(
  'a week away of «%s» costs no more than what is written down of it',
  (cron) => {
    let looks = 0
    const nombrar = () => {
      looks++
      return null
    }
    const tarea = { cron, zonaHoraria: 'Europe/Madrid', festivos: { nombrar, enFestivo: 'omitir' } } as const
    const now = new Date('2026-11-21T00:00:00.500Z')
    const { disparos, proximo } = planDisparos(
      { ...tarea, alPerder: 'omitir' },
      { proximo: new Date(now.getTime() - 7 * DAY_MS - 500), now, graciaMs: 60_000, maximo: 1_000 },
    )
    expect(disparos).toHaveLength(1_000)
    expect(disparos.at(-1)?.previsto).toEqual(new Date('2026-11-21T00:00:00Z'))
    expect(proximo).toEqual(new Date('2026-11-21T00:00:01Z'))
    expect(looks).toBeLessThan(5_000)
  },
)
