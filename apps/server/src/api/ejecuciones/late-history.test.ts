import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createApartados } from '../../motor/history/apartados.ts'
import { NO_SECRETS } from '../../motor/history/secret-scope.ts'
import { TRAZA_ENTERA } from '../../motor/history/traza.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerEjecuciones } from './routes.ts'

let api: TestApi
let runtime: Runtime

beforeAll(async () => {
  api = await startTestApi(registerEjecuciones, async ({ db, databaseUrl, secretos }) => {
    runtime = await startTestRuntime({ db, databaseUrl, secretos }, 'aqui/1')
    return { runtime, config: readConfig({}) }
  })
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

test('a run that has ended is shown though its worker has not come to write it', async () => {
  const id = uuid()
  const { fila } = runtime.history.encode({
    id,
    inicio: performance.now(),
    duracionMs: 3,
    estado: 'ok',
    procesoId: uuid(),
    version: 1,
    canalId: null,
    origen: 'canal',
    entrada: { cliente: 'Ana' },
    pasos: [],
    pasosOmitidos: 0,
    traza: TRAZA_ENTERA,
    secretos: NO_SECRETS,
    plan: { ocultos: null, salidas: [], entrada: { clave: null } },
  })
  const show = () => api.call('GET', `/api/ejecuciones/${id}`)
  expect((await show()).statusCode).toBe(404)
  const { db } = api.deps
  const apartados = createApartados({ db, log: pino({ level: 'silent' }) })
  await db.transaction().execute((trx) => apartados.putAside(trx, fila ? [fila] : []))
  const shown = await show()
  expect(shown.statusCode).toBe(200)
  expect(shown.json()).toMatchObject({ id, estado: 'ok', entrada: { cliente: 'Ana' } })
  const cancelled = await api.call('POST', `/api/ejecuciones/${id}/cancelar`, { body: {} })
  expect(cancelled.json()).toMatchObject({ codigo: 'EJECUCION_TERMINADA' })
})
