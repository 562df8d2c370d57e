import { expect, test } from 'vitest'
import { cadena, interno, startDurableMotor } from '../durables/durables-testing.ts'
import { MOTIVOS } from './plan-disparos.ts'
import { addTarea, readLedger } from './scheduler-testing.ts'

/** A tarea, due every second, of a durable proceso whose runs sleep. */
async function startSleeping(
  nodo: ReturnType<typeof interno>,
  solapamiento: 'omitir' | 'encolar' | 'cancelarAnterior',
) {
  const { motor } = await startDurableMotor()
  const procesoId = await motor.publishProceso(cadena([nodo], '"ya"'), 'durable')
  const tareaId = await addTarea(motor, procesoId, { solapamiento })
  const firings = (count: number) => readLedger(motor, tareaId, count)
  return {
    motor,
    firings,
    /** How the runs of the first firings stand. */
    async estados(count: number) {
      const ids = (await firings(count)).map(({ ejecucionId }) => String(ejecucionId))
      const unended = await motor.runtime.cola.listUnended(ids)
      return ids.map((id) => unended.get(id))
    },
  }
}

const SIN_FIN = interno('senal', 'senal', {})

test('beside a run that sleeps nothing is fired that may not be fired beside it', async () => {
  const { firings, estados } = await startSleeping(SIN_FIN, 'omitir')
  await expect.poll(async () => (await estados(1))[0]).toBe('esperando')
  await expect.poll(async () => (await firings(4)).length).toBe(4)
  const omitido = { estado: 'omitido', motivo: MOTIVOS.solapado }
  expect(await firings(4)).toMatchObject([{ estado: 'disparado' }, omitido, omitido, omitido])
})

test('the next one waits for the end of a run that sleeps', async () => {
  const { estados } = await startSleeping(SIN_FIN, 'encolar')
  await expect.poll(() => estados(3)).toEqual(['esperando', 'en_cola', 'en_cola'])
})

test('a run that slept goes on before those that were fired meanwhile', async () => {
  const { motor, firings } = await startSleeping(interno('t', 'espera', { ms: 1_500 }), 'encolar')
  const ends = async () => {
    const ids = (await firings(2)).map(({ ejecucionId }) => String(ejecucionId))
    const rows = await motor.database.db
      .selectFrom('ejecuciones')
      .select(['id', 'inicio', 'duracionMs'])
      .where('id', 'in', ids)
      .execute()
    return ids.flatMap((id) => rows.filter((row) => row.id === id))
  }
  await expect.poll(async () => (await ends()).length, { timeout: 15_000 }).toBe(2)
  const [first, second] = await ends()
  expect(Number(second?.inicio)).toBeGreaterThanOrEqual(Number(first?.inicio) + Number(first?.duracionMs))
})

test('a run that sleeps gives way to the next', async () => {
  const { motor, firings } = await startSleeping(SIN_FIN, 'cancelarAnterior')
  const first = async () => {
    const [firing] = await firings(1)
    return motor.database.db
      .selectFrom('ejecuciones')
      .select('estado')
      .where('id', '=', String(firing?.ejecucionId))
      .executeTakeFirst()
  }
  await expect.poll(first).toEqual({ estado: 'cancelada' })
})
