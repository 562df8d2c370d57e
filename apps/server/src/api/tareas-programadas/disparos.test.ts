import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { registerEjecuciones } from '../ejecuciones/routes.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerTareasProgramadas } from './routes.ts'

/** No worker runs beside this api: what is accepted waits. */
let api: TestApi
let runtime: Runtime
let procesoId: string
let tareaId: string

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [registerEjecuciones, registerProcesos, registerTareasProgramadas])
        register(app, deps)
    },
    async ({ db, databaseUrl, secretos }) => {
      runtime = await startTestRuntime({ db, databaseUrl, secretos })
      return { runtime, config: readConfig({}) }
    },
  )
  procesoId = (await api.call('POST', '/api/procesos', { body: { nombre: 'Cierre' } })).json().id
  const tarea = { nombre: 'Cada noche', procesoId, cron: '0 3 * * *', activo: false }
  tareaId = (await api.call('POST', '/api/tareas-programadas', { body: tarea })).json().id
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

test('a tarea is run when somebody asks, also one that is not active, and its ledger says who', async () => {
  const asked = await api.call('POST', `/api/tareas-programadas/${tareaId}/ejecutar`, { role: 'operador' })
  const { idEjecucion } = asked.json()
  expect(asked.statusCode).toBe(202)
  const ledger = await api.call('GET', `/api/tareas-programadas/${tareaId}/ejecuciones`, { role: 'lectura' })
  expect(ledger.json()).toMatchObject([
    {
      estado: 'disparado',
      usuario: 'operador',
      motivo: null,
      ejecucion: { id: idEjecucion, estado: 'en_cola', duracionMs: null },
    },
  ])
  expect((await api.call('GET', '/api/tareas-programadas')).json()).toMatchObject([
    { id: tareaId, ultimo: { estado: 'disparado', ejecucion: { id: idEjecucion, estado: 'en_cola' } } },
  ])
})

test('what waits is listed as such, has a page, and can be taken out of the queue once', async () => {
  const { idEjecucion } = (await api.call('POST', `/api/tareas-programadas/${tareaId}/ejecutar`)).json()
  const waiting = await api.call('GET', '/api/ejecuciones?estado=en_cola&limite=1')
  expect(waiting.json()).toMatchObject([
    { id: idEjecucion, estado: 'en_cola', origen: 'tarea', proceso: 'Cierre', procesoId },
  ])
  const next = await api.call(
    'GET',
    `/api/ejecuciones?estado=en_cola&limite=1&despuesDe=${waiting.headers['x-siguiente']}`,
  )
  expect(next.json()).toMatchObject([{ estado: 'en_cola' }])
  expect(next.json()[0].id).not.toBe(idEjecucion)
  expect((await api.call('GET', '/api/ejecuciones?estado=en_cola&version=3')).json()).toEqual([])

  expect((await api.call('GET', `/api/ejecuciones/${idEjecucion}`)).json()).toMatchObject({
    estado: 'en_cola',
  })
  expect((await api.call('POST', `/api/ejecuciones/${idEjecucion}/cancelar`)).statusCode).toBe(202)
  expect(await runtime.cola.find(idEjecucion)).toMatchObject({ estado: 'cancelada' })
  expect((await api.call('GET', `/api/ejecuciones/${idEjecucion}`)).json()).toMatchObject({
    estado: 'cancelada',
  })
  expect((await api.call('POST', `/api/ejecuciones/${idEjecucion}/cancelar`)).statusCode).toBe(409)
})

test('what waits is found by its id, the name of its proceso and its business key', async () => {
  const nodos = [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'pedido', tipo: 'texto', claveDeNegocio: true }],
    },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [] },
  ]
  const flujo = { version: 1, nodos, conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }] }
  const { id } = (await api.call('POST', '/api/procesos', { body: { nombre: 'Reparto', flujo } })).json()
  await api.call('POST', `/api/procesos/${id}/publicar`, { body: {} })
  const body = { nombre: 'Ruta', procesoId: id, cron: '0 3 * * *', activo: false, entrada: { pedido: 'P-7' } }
  const tarea = (await api.call('POST', '/api/tareas-programadas', { body })).json()
  const { idEjecucion } = (await api.call('POST', `/api/tareas-programadas/${tarea.id}/ejecutar`)).json()
  const find = async (query: string, estado = 'estado=en_cola&') => {
    const found = (await api.call('GET', `/api/ejecuciones?${estado}${query}`)).json()
    return found.map((run: { id: string }) => run.id)
  }
  for (const query of ['q=repar', `q=${idEjecucion}`, 'q=P-7', 'clave=P-7', 'q=repar&clave=P-7']) {
    expect(await find(query), query).toEqual([idEjecucion])
    // Who looks for it may not know that it still waits.
    expect(await find(query, ''), query).toEqual([idEjecucion])
  }
  expect(await find('origen=tarea', '')).not.toContain(idEjecucion)
  for (const query of ['q=P-', 'clave=P-8', 'q=otro', 'q=otro&clave=P-7'])
    expect(await find(query)).toEqual([])
  expect((await api.call('GET', '/api/ejecuciones?estado=esperando&q=repar')).json()).toEqual([])
})

test.each([
  ['nobody who only reads', 'lectura', 403],
  ['a tarea that does not exist', 'admin', 404],
] as const)('%s runs a tarea', async (_, role, status) => {
  const id = role === 'admin' ? '019fffff-ffff-7fff-bfff-ffffffffffff' : tareaId
  expect((await api.call('POST', `/api/tareas-programadas/${id}/ejecutar`, { role })).statusCode).toBe(status)
})
