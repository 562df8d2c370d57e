import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ECHO, json, startRestMotor } from '../../motor/publishing/rest/rest-testing.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import { createPoolAsincrono } from './pool-asincrono.ts'

let started: Awaited<ReturnType<typeof startRestMotor>>
let pool: ReturnType<typeof createPoolAsincrono>

beforeAll(async () => {
  started = await startRestMotor()
  pool = createPoolAsincrono({ db: started.motor.database.db, limits: LIMITS })
})
afterAll(() => started.close())

test('it tells what is chosen, what stands for the rest, and what waits', async () => {
  const { ajustes, porDefecto, cola } = await pool.read()
  expect(ajustes).toMatchObject({ colaEjecuciones: null, avisoMs: null })
  expect(porDefecto).toMatchObject({ colaEjecuciones: LIMITS.colaEjecuciones, avisoMs: LIMITS.avisoMs })
  expect(cola).toEqual({
    enEspera: 0,
    ejecutando: 0,
    esperaSegundos: null,
    perdidas: 0,
    avisosPendientes: 0,
    avisosReintentados: 0,
    avisosFallidos: 0,
  })
})

test('a change holds in the workers without a restart', async () => {
  const { publish, call, motor } = started
  const { procesoId } = await publish('lento', ECHO, { modo: 'asincrono' })
  const { ajustes, revision } = await pool.read()
  const times = { tareaMs: 86_400_000, ejecucionDurableMs: 7_200_000, compensacionMs: 600_000 }
  const changed = await pool.change('ana', { ...ajustes, ...times, revision })
  expect(changed).toMatchObject({ ajustes: times, revision: revision + 1 })
  await expect.poll(() => motor.runtime.limites()).toMatchObject({ ...times, avisoMs: LIMITS.avisoMs })
  expect(motor.runtime.ports.compensacionMs()).toBe(600_000)
  expect((await call('/lento/cosas', json({ id: 1 }))).status).toBe(202)
  // The queue takes what an admin may choose.
  const trabajo = {
    procesoId,
    version: null,
    canalId: null,
    tareaId: null,
    origen: 'tarea',
    entrada: { id: 1 },
    formato: 'json',
    tiempoMaximoMs: times.tareaMs,
  } as const
  await motor.runtime.cola.accept({ idEjecucion: newRunId(), trabajo })
  const audited = await motor.database.db.selectFrom('auditoria').select(['usuario', 'detalle']).execute()
  expect(audited).toMatchObject([{ usuario: 'ana', detalle: { ahora: times } }])
})

test('of two changes of the same state the second is told what stands now', async () => {
  const { ajustes, revision } = await pool.read()
  await pool.change('ana', { ...ajustes, avisoMs: 2_000, revision })
  await expect(pool.change('eva', { ...ajustes, avisoMs: 3_000, revision })).rejects.toMatchObject({
    codigo: 'REVISION_OBSOLETA',
    extra: { actual: { ajustes: { avisoMs: 2_000 } } },
  })
})

test.each([
  ['avisoMs', 1],
  ['intentosPerdidos', 1.5],
  ['colaEjecuciones', 'muchas'],
])('%s is not %s', async (name, value) => {
  const { ajustes, revision } = await pool.read()
  await expect(pool.change('ana', { ...ajustes, [name]: value, revision })).rejects.toMatchObject({
    codigo: 'DATOS_INVALIDOS',
    errores: [{ campo: name }],
  })
})
