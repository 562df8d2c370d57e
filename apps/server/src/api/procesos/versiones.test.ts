import { LIMITS, type Presencia, type PuntoResumen } from '@div/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { registerServidores } from '../servidores/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerProcesos } from './routes.ts'

let api: TestApi
let runtime: Runtime

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      registerProcesos(app, deps)
      registerServidores(app, deps)
    },
    async ({ db, databaseUrl, secretos }) => {
      runtime = await startTestRuntime({ db, databaseUrl, secretos })
      const { limits } = readConfig({})
      return { runtime, config: { ...readConfig({}), limits: { ...limits, ...SMALL } } }
    },
  )
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

const SMALL = { puntosAutomaticos: 3, puntosConNombre: 2 }

type Role = 'admin' | 'operador' | 'lectura'
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, role: Role = 'admin') =>
  api.call(method, url, { role, ...(body && { body }) })
const get = async (url: string) => (await call('GET', url)).json()

const flujo = (valor: unknown) => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [{ nombre: 'valor', valor }] },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
})

let count = 0
async function create(valor: unknown): Promise<string> {
  const body = { nombre: `Proceso ${count++}`, flujo: flujo(valor) }
  return `/api/procesos/${(await call('POST', '/api/procesos', body)).json().id}`
}

/** Stores another draft, as it would be some minutes after the last one. */
async function draw(path: string, valor: unknown, { role = 'admin' as Role, minutes = 0 } = {}) {
  const before = await get(path)
  await sql`
    update proceso_puntos set creado_en = creado_en - make_interval(mins => ${minutes}::int)
    where proceso_id = ${before.id}::uuid`.execute(api.deps.db)
  const stored = await call('PUT', path, { ...before, flujo: flujo(valor) }, role)
  expect(stored.statusCode).toBe(200)
}

const valuesOf = async (path: string): Promise<unknown[]> => {
  const puntos: PuntoResumen[] = await get(`${path}/puntos`)
  const documents = await Promise.all(puntos.map(({ id }) => get(`${path}/puntos/${id}`)))
  return documents.map(({ flujo: { nodos } }) => nodos[1].parametros[0].valor)
}

test('a draft that did not change since it was published makes no other version', async () => {
  const path = await create(1)
  expect((await call('POST', `${path}/publicar`)).json()).toMatchObject({ version: 1, sinCambios: false })
  expect((await call('POST', `${path}/publicar`)).json()).toMatchObject({ version: 1, sinCambios: true })
  await draw(path, 2)
  expect((await call('POST', `${path}/publicar`)).json()).toMatchObject({ version: 2, sinCambios: false })
  expect(await get(`${path}/versiones`)).toHaveLength(2)
})

test('a draft that is not the one that was looked at any more is not published', async () => {
  const path = await create(1)
  const { revision } = await get(path)
  await draw(path, 2)
  const refused = await call('POST', `${path}/publicar`, { revision })
  expect(refused.json()).toMatchObject({ codigo: 'REVISION_OBSOLETA', actual: { revision: revision + 1 } })
  expect(await get(`${path}/versiones`)).toEqual([])
  const published = await call('POST', `${path}/publicar`, { revision: revision + 1 })
  expect(published.json()).toMatchObject({ version: 1, reemplaza: null })
})

test('an earlier version is published again as a new one; the draft stays as it is', async () => {
  const path = await create('uno')
  await call('POST', `${path}/publicar`)
  await draw(path, 'dos')
  await call('POST', `${path}/publicar`)
  await draw(path, 'tres')
  const back = await call('POST', `${path}/versiones/1/publicar`, { nota: 'La 2 no cobra.' })
  expect(back.json()).toMatchObject({ version: 3, sinCambios: false, reemplaza: 2 })
  expect(await get(`${path}/versiones/3`)).toMatchObject({
    nota: 'Vuelve a la versión 1. La 2 no cobra.',
    publicadaPor: 'admin',
    flujo: { nodos: [{}, { parametros: [{ valor: 'uno' }] }] },
  })
  expect(await get(path)).toMatchObject({
    versionPublicada: 3,
    flujo: { nodos: [{}, { parametros: [{ valor: 'tres' }] }] },
  })
  expect((await call('POST', `${path}/versiones/3/publicar`)).json()).toMatchObject({
    version: 3,
    sinCambios: true,
    reemplaza: null,
  })
  expect((await call('POST', `${path}/versiones/9/publicar`)).statusCode).toBe(404)
  expect((await call('POST', `${path}/versiones/1/publicar`, {}, 'lectura')).statusCode).toBe(403)
})

test('a version that could no longer run is not gone back to', async () => {
  const path = await create(1)
  const called = await create('llamado')
  const interno = { nombre: 'Interno', tipoServidor: 'interno', config: {} }
  const servidor = (await call('POST', '/api/servidores', interno)).json()
  const calling = {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Llamar',
        servidorId: servidor.id,
        tipoServidor: 'interno',
        tipoObjeto: 'proceso',
        objeto: { procesoId: (await get(called)).id },
      },
      { id: 'n3', tipo: 'salida', nombre: 'Salida' },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
  await call('POST', `${called}/publicar`)
  await call('PUT', path, { ...(await get(path)), flujo: calling })
  expect((await call('POST', `${path}/publicar`)).json()).toMatchObject({ version: 1 })
  await draw(path, 2)
  expect((await call('POST', `${path}/publicar`)).json()).toMatchObject({ version: 2 })
  expect((await call('DELETE', called)).statusCode).toBe(204)
  const refused = await call('POST', `${path}/versiones/1/publicar`)
  expect(refused.json()).toMatchObject({ codigo: 'FLUJO_INVALIDO', hallazgos: [{ nodo: 'n2' }] })
  expect(await get(path)).toMatchObject({ versionPublicada: 2 })
})

test('of what one person draws without a pause, one state is kept; the next after some minutes', async () => {
  const path = await create('a')
  await draw(path, 'b')
  await draw(path, 'c')
  expect(await valuesOf(path)).toEqual(['a'])
  await draw(path, 'd', { minutes: LIMITS.puntosMinutos + 1 })
  expect(await valuesOf(path)).toEqual(['c', 'a'])
})

test('what another person wrote is kept before it is changed, and so is what a version replaces', async () => {
  const path = await create('de admin')
  await call('POST', `${path}/publicar`)
  await draw(path, 'otra de admin')
  await draw(path, 'de operador', { role: 'operador' })
  await draw(path, 'última')
  expect(await valuesOf(path)).toEqual(['de operador', 'otra de admin', 'de admin'])
  const restored = await call('POST', `${path}/versiones/1/restaurar`)
  expect(restored.statusCode).toBe(200)
  expect((await valuesOf(path))[0]).toBe('última')
  // Who is about to replace the draft keeps it before, once.
  for (const _ of 'ab') expect((await call('POST', `${path}/puntos`, { nombre: null })).statusCode).toBe(201)
  expect((await valuesOf(path)).filter((valor) => valor === 'de admin')).toHaveLength(1)
})

test('only so many are kept by themselves; those with a name stay until somebody removes them', async () => {
  const path = await create(0)
  await draw(path, 1)
  const named = await call('POST', `${path}/puntos`, { nombre: 'Antes del cambio' })
  expect(named.json()).toMatchObject({ nombre: 'Antes del cambio', nodos: 2, creadoPor: 'admin' })
  for (const valor of [2, 3, 4, 5, 6]) await draw(path, valor, { minutes: LIMITS.puntosMinutos + 1 })
  const puntos: PuntoResumen[] = await get(`${path}/puntos`)
  expect(puntos.filter(({ nombre }) => nombre === null)).toHaveLength(SMALL.puntosAutomaticos)
  expect(await valuesOf(path)).toEqual([5, 4, 3, 1])

  await call('POST', `${path}/puntos`, { nombre: 'Otro' })
  const full = await call('POST', `${path}/puntos`, { nombre: 'Uno más' })
  expect(full.json()).toMatchObject({ codigo: 'DEMASIADOS_PUNTOS', status: 409 })
  const { id } = named.json()
  expect((await call('DELETE', `${path}/puntos/${id}`)).statusCode).toBe(204)
  expect((await call('DELETE', `${path}/puntos/${id}`)).statusCode).toBe(404)
  expect((await call('GET', `${path}/puntos/${id}`)).statusCode).toBe(404)
  expect((await call('POST', `${path}/puntos`, { nombre: ' ' })).statusCode).toBe(422)
  expect((await call('POST', `${path}/puntos`, { nombre: 'x' }, 'lectura')).statusCode).toBe(403)
})

test('who has it open is told to the others, once a person, until they leave or say nothing more', async () => {
  const path = await create(1)
  const [mine, other, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const beat = async (pestana: string, role: Role, edita = true): Promise<Presencia> =>
    (await call('POST', `${path}/presencia`, { pestana, edita }, role)).json()
  expect((await beat(mine, 'admin')).presentes).toEqual([])
  await beat(other, 'operador')
  await beat(crypto.randomUUID(), 'operador', false)
  await beat(third, 'lectura', false)
  expect(await beat(mine, 'admin')).toMatchObject({
    revision: 1,
    actualizadoPor: 'admin',
    presentes: [
      { usuario: 'operador', edita: true },
      { usuario: 'lectura', edita: false },
    ],
  })
  await call('DELETE', `${path}/presencia/${third}`, undefined, 'operador')
  expect((await beat(mine, 'admin')).presentes).toHaveLength(2)
  await call('DELETE', `${path}/presencia/${third}`, undefined, 'lectura')
  await api.deps.db
    .updateTable('presencias')
    .set({ vistoEn: new Date(Date.now() - (LIMITS.presenciaSegundos + 5) * 1_000) })
    .where('usuario', '=', 'operador')
    .execute()
  expect((await beat(mine, 'admin')).presentes).toEqual([])
})
