import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFestivos } from './festivos.ts'
import { nextDisparos, nextHoras } from './horas.ts'
import { listSiguientes } from './list-siguientes.ts'

const from = new Date('2026-12-23T12:00:00Z')
const nombrar = createFestivos({ finDeSemana: true, festivos: [] })
const CRONES = ['* * * * * *', '*/7 * * * *', '0 8 * * *', '0 8 * * 6', '0 9 25 12 *', '2026-12-24T18:00:00Z']

function tareaOf(id: number, cron: string, enFestivo: 'omitir' | 'siguienteHabil' | null) {
  const horario = {
    cron,
    zonaHoraria: 'Europe/Madrid',
    ...(enFestivo && { festivos: { nombrar, enFestivo } }),
  }
  // As it is planned: what a calendario leaves out stands there too.
  return { id, horario, desde: nextHoras(horario, { count: 1, from })[0]?.momento ?? new Date(9e12) }
}

test('they are the soonest, each tarea once, however tareas that a calendario holds back are planned', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom(...CRONES),
          fc.constantFrom('omitir' as const, 'siguienteHabil' as const, null),
        ),
        { maxLength: 8 },
      ),
      fc.integer({ min: 1, max: 20 }),
      async (chosen, limite) => {
        const tareas = chosen
          .map(([cron, enFestivo], id) => tareaOf(id, cron, enFestivo))
          .toSorted((left, right) => left.desde.getTime() - right.desde.getTime())
        const all = tareas
          .flatMap(({ horario }) => nextDisparos(horario, { count: 1, from }))
          .toSorted((left, right) => left.getTime() - right.getTime())
        const found = await listSiguientes(each(tareas), { limite, from })
        expect(found.map(({ momento }) => momento)).toEqual(all.slice(0, limite))
      },
    ),
    { numRuns: 60 },
  )
})

test('of thousands only those that come next are read', async () => {
  let read = 0
  async function* daily() {
    // In the order in which they fire: `from` is 13:00 there.
    for (let minute = 1; minute <= 1_440; minute++) {
      read++
      yield tareaOf(minute, `${minute % 60} ${(13 + Math.floor(minute / 60)) % 24} * * *`, null)
    }
  }
  const sooner = async function* () {
    yield tareaOf(-1, '* * * * * *', null)
    yield* daily()
  }
  const found = await listSiguientes(sooner(), { limite: 10, from })
  expect(found.map(({ id }) => id)).toEqual([-1, ...Array.from({ length: 9 }, (_, index) => index + 1)])
  expect(read).toBeLessThan(12)
})

async function* each<Value>(values: readonly Value[]) {
  yield* values
}
