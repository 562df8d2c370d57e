import { poolSchema, resilienciaSchema } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { countEntregas, type Ilegible } from '../../motor/eventos/apartados-repository.ts'
import { readTareaConEvento } from '../../motor/eventos/escuchas-repository.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerTareasProgramadas } from './routes.ts'

/** No worker runs beside this api: what is accepted waits. */
let api: TestApi
let runtime: Runtime
let databaseUrl: string
let servidorId: string

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [registerProcesos, registerTareasProgramadas]) register(app, deps)
    },
    async ({ db, databaseUrl: url, secretos }) => {
      databaseUrl = url
      runtime = await startTestRuntime({ db, databaseUrl, secretos })
      return { runtime, config: readConfig({}) }
    },
  )
  servidorId = uuid()
  await api.deps.db
    .insertInto('servidores')
    .values({
      id: servidorId,
      nombre: 'Mensajes',
      descripcion: '',
      categoriaId: null,
      tipoServidor: 'rabbitmq',
      activo: true,
      permitirRedPrivada: true,
      config: JSON.stringify({}),
      pool: JSON.stringify(poolSchema.parse({})),
      resiliencia: JSON.stringify(resilienciaSchema.parse({})),
      actualizadoPor: null,
    })
    .execute()
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

const FLUJO = {
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'pedido', tipo: 'entero', requerido: true }],
    },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [] },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
}

/** One that takes its order from a message, with its proceso. */
async function addTarea({ isPublished = true } = {}) {
  const nombre = `Pedidos ${uuid()}`
  const procesoId = (await api.call('POST', '/api/procesos', { body: { nombre, flujo: FLUJO } })).json().id
  if (isPublished) await api.call('POST', `/api/procesos/${procesoId}/publicar`, { body: {} })
  await runtime.definitions.catchUp()
  const evento = {
    servidorId,
    tipoEvento: 'llegada',
    opciones: { cola: 'pedidos', formato: 'json' },
    mapeo: { pedido: 'mensaje.pedido' },
    intentos: 1,
  }
  const body = { nombre, procesoId, cron: '', solapamiento: 'permitir', evento }
  const created = await api.call('POST', '/api/tareas-programadas', { body })
  expect(created.statusCode, created.body).toBe(201)
  return { id: String(created.json().id), path: `/api/tareas-programadas/${created.json().id}` }
}

async function setApart(tareaId: string, ilegibles: readonly Omit<Ilegible, 'huella'>[]): Promise<void> {
  const { db } = api.deps
  const tarea = await readTareaConEvento(db, tareaId)
  if (!tarea) throw new Error('no tarea')
  await db.transaction().execute((trx) =>
    countEntregas(
      trx,
      tarea,
      ilegibles.map((each) => ({ ...each, huella: uuid() })),
    ),
  )
}

async function listApart(path: string, query = '') {
  const answer = await api.call('GET', `${path}/eventos-apartados${query}`, { role: 'lectura' })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string; momento: string; causa: string; datos: unknown }[]>()
}

const listRuns = async (path: string) => (await api.call('GET', `${path}/ejecuciones`)).json()

const ORDER = { causa: 'No era un número.', datos: { mensaje: { pedido: 7 } } }

test('who reads sees what was set apart, newest first and page by page', async () => {
  const { id, path } = await addTarea()
  expect(await listApart(path)).toEqual([])
  await setApart(id, [
    { ...ORDER, causa: 'uno' },
    { causa: 'dos', datos: null },
    { ...ORDER, causa: 'tres' },
  ])
  const all = await listApart(path)
  expect(all.map(({ causa, datos }) => ({ causa, datos }))).toEqual([
    { causa: 'tres', datos: ORDER.datos },
    { causa: 'dos', datos: null },
    { causa: 'uno', datos: ORDER.datos },
  ])
  const first = await listApart(path, '?limite=2')
  const next = await listApart(path, `?limite=2&antesDe=${first[1]?.momento}`)
  expect([...first, ...next]).toEqual(all)
})

test('one is begun after all with what the tarea takes from it, and is gone from the list', async () => {
  const { id, path } = await addTarea()
  await setApart(id, [ORDER])
  const [apartado] = await listApart(path)
  const again = `${path}/eventos-apartados/${apartado?.id}/reintentar`
  const answer = await api.call('POST', again, { role: 'operador' })
  expect(answer.statusCode, answer.body).toBe(202)
  const { idEjecucion } = answer.json()
  expect(await listRuns(path)).toMatchObject([
    { estado: 'disparado', usuario: 'operador', ejecucion: { id: idEjecucion, estado: 'en_cola' } },
  ])
  const [waiting] = await runtime.cola.listWaiting({}, { limite: 1, cursor: null })
  expect(waiting).toMatchObject({ id: idEjecucion, trabajo: { entrada: { pedido: 7 } } })
  expect(await listApart(path)).toEqual([])
  expect((await api.call('POST', again)).statusCode).toBe(404)
})

test('one that the proceso still does not admit stays', async () => {
  const { id, path } = await addTarea()
  await setApart(id, [{ ...ORDER, datos: { mensaje: { pedido: 'siete' } } }])
  const [apartado] = await listApart(path)
  const answer = await api.call('POST', `${path}/eventos-apartados/${apartado?.id}/reintentar`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ codigo: 'ENTRADA_INVALIDA', errores: [{ campo: 'pedido' }] })
  expect(await listApart(path)).toHaveLength(1)
  expect(await listRuns(path)).toEqual([])
})

test.each([
  ['nothing is published', { isPublished: false }, ORDER, 'procesoId', 'ninguna versión publicada'],
  ['what it brought could not be read', {}, { ...ORDER, datos: null }, 'eventoId', 'descartarlo'],
] as const)('where %s, none is begun and the reason is said', async (_, tarea, ilegible, campo, mensaje) => {
  const { id, path } = await addTarea(tarea)
  await setApart(id, [ilegible])
  const [apartado] = await listApart(path)
  const answer = await api.call('POST', `${path}/eventos-apartados/${apartado?.id}/reintentar`)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errores: [{ campo, mensaje: expect.stringContaining(mensaje) }] })
  expect(await listApart(path)).toHaveLength(1)
})

test('while the queue is full none is begun, nor the tarea by who asks for it', async () => {
  const { id, path } = await addTarea()
  await setApart(id, [ORDER])
  const [apartado] = await listApart(path)
  const { db, secretos } = api.deps
  const full = await startTestRuntime({ db, databaseUrl, secretos }, 'llena', { colaEjecuciones: 0 })
  const crowded = await startTestApi(registerTareasProgramadas, async () => ({
    db,
    secretos,
    runtime: full,
    config: readConfig({}),
  }))
  for (const asked of [`${path}/eventos-apartados/${apartado?.id}/reintentar`, `${path}/ejecutar`]) {
    const answer = await crowded.call('POST', asked)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ codigo: 'COLA_LLENA', reintentarEnSegundos: 1 })
  }
  expect(await listApart(path)).toHaveLength(1)
  expect(await listRuns(path)).toEqual([])
  await full.close()
  await crowded.close()
})

test('one is dropped, once', async () => {
  const { id, path } = await addTarea()
  await setApart(id, [ORDER])
  const [apartado] = await listApart(path)
  const drop = () => api.call('DELETE', `${path}/eventos-apartados/${apartado?.id}`, { role: 'operador' })
  expect((await drop()).statusCode).toBe(204)
  expect((await drop()).statusCode).toBe(404)
  expect(await listApart(path)).toEqual([])
  expect(await listRuns(path)).toEqual([])
  const told = await api.deps.db
    .selectFrom('auditoria')
    .select('accion')
    .where('recursoId', '=', id)
    .execute()
  expect(told.map(({ accion }) => accion)).toContain('descartar')
})

test('who only reads decides about none', async () => {
  const { id, path } = await addTarea()
  await setApart(id, [ORDER])
  const [apartado] = await listApart(path)
  const one = `${path}/eventos-apartados/${apartado?.id}`
  expect((await api.call('POST', `${one}/reintentar`, { role: 'lectura' })).statusCode).toBe(403)
  expect((await api.call('DELETE', one, { role: 'lectura' })).statusCode).toBe(403)
  expect(await listApart(path)).toHaveLength(1)
})

test('one of another tarea, and a tarea with hours, have none', async () => {
  const { id, path } = await addTarea()
  const other = await addTarea()
  await setApart(id, [ORDER])
  const [apartado] = await listApart(path)
  const elsewhere = `${other.path}/eventos-apartados/${apartado?.id}`
  expect((await api.call('POST', `${elsewhere}/reintentar`)).statusCode).toBe(404)
  expect((await api.call('DELETE', elsewhere)).statusCode).toBe(404)
  const procesoId = (await api.call('POST', '/api/procesos', { body: { nombre: 'Cierre' } })).json().id
  const body = { nombre: 'Cada noche', procesoId, cron: '0 3 * * *', activo: false }
  const tarea = (await api.call('POST', '/api/tareas-programadas', { body })).json()
  expect((await api.call('GET', `/api/tareas-programadas/${tarea.id}/eventos-apartados`)).statusCode).toBe(
    404,
  )
})
