import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOtelSettings } from '../../motor/otel/otel-settings.ts'
import { ECHO, json, startRestMotor } from '../../motor/publishing/rest/rest-testing.ts'
import { createTrazabilidad } from './trazabilidad.ts'

const OTEL = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://recolector:4318', OTEL_TRACES_SAMPLER: 'always_on' }
let started: Awaited<ReturnType<typeof startRestMotor>>
let trazabilidad: ReturnType<typeof createTrazabilidad>

beforeAll(async () => {
  started = await startRestMotor()
  trazabilidad = createTrazabilidad({
    db: started.motor.database.db,
    limits: LIMITS,
    otel: readOtelSettings(OTEL, []),
  })
})
afterAll(() => started.close())

const change = async (changes: object) => {
  const { ajustes, revision } = await trazabilidad.read()
  return trazabilidad.change('ana', { ...ajustes, ...changes, revision })
}

test('it tells what is chosen, what stands for the rest, and what the history takes', async () => {
  const { ajustes, porDefecto, historial, exportacion } = await trazabilidad.read()
  expect(exportacion).toEqual({ destino: 'http://recolector:4318', servicio: 'div', muestreo: 'always_on' })
  expect(ajustes).toMatchObject({ nivel: 'todo', procesos: [], camposOcultos: [], muestraBytes: null })
  expect(porDefecto).toMatchObject({ muestraBytes: LIMITS.muestraBytes })
  expect(historial).toEqual({ bytes: expect.any(Number), dias: LIMITS.historialDias, desde: null })
})

test('a change holds for what is published already, without a restart', async () => {
  const { publish, call, motor } = started
  const { procesoId } = await publish('tienda', ECHO)
  const kept = async () => {
    await motor.runtime.history.flush()
    const rows = await motor.database.db.selectFrom('ejecuciones').select('entrada').execute()
    return rows.map(({ entrada }) => JSON.parse(entrada ?? 'null'))
  }
  expect((await call('/tienda/cosas', json({ id: 1 }))).status).toBe(200)
  expect(await kept()).toHaveLength(1)

  await change({ procesos: [{ procesoId, nivel: 'nada', porcentaje: 10 }] })
  await expect.poll(() => motor.runtime.trazas.of(procesoId).sinPasos).toBe(true)
  expect((await call('/tienda/cosas', json({ id: 2 }))).status).toBe(200)
  expect(await kept()).toHaveLength(1)

  await change({ procesos: [], camposOcultos: ['id'] })
  await expect.poll(() => motor.runtime.trazas.of(procesoId).sinPasos).toBe(false)
  expect((await call('/tienda/cosas', json({ id: 3 }))).status).toBe(200)
  expect(await kept()).toContainEqual(expect.objectContaining({ id: '•••' }))
})

test.each<[string, object, string]>([
  ['a pattern that is none', { patronesOcultos: ['(a'] }, 'patronesOcultos[0]'],
  ['a level that is none', { nivel: 'alguno' }, 'nivel'],
  [
    'two levels of one proceso',
    {
      procesos: [1, 2].map(() => ({
        procesoId: '00000000-0000-4000-8000-000000000001',
        nivel: 'nada',
        porcentaje: 1,
      })),
    },
    'procesos[1].procesoId',
  ],
])('%s is refused at its field', async (_what, changes, campo) => {
  await expect(change(changes)).rejects.toMatchObject({ codigo: 'DATOS_INVALIDOS', errores: [{ campo }] })
})
