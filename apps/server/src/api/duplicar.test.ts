import { SERVIDORES } from '@div/servidores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startWholeApi, type WholeApi } from './testing-whole.ts'

let api: WholeApi
let token: string
let operador: string

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('raiz', 'admin')
  await api.addUsuario('ope', 'operador')
  token = (await api.signIn('raiz')).token
  operador = (await api.signIn('ope')).token
})
afterAll(() => api.close())

const post = (url: string, body: object = {}, by = token) => api.call('POST', url, { token: by, body })

test('the copy of a servidor opens with the same secrets under its own id', async () => {
  const config = { host: '10.0.0.1', puerto: 5432, baseDatos: 'x', usuario: 'u', contrasena: 's3creto' }
  const body = { nombre: 'Banco', tipoServidor: 'postgresql', permitirRedPrivada: true, config }
  const { id } = (await post('/api/servidores', body)).json()
  const copied = await post(`/api/servidores/${id}/duplicar`)
  const copy = copied.json()
  expect(copied.headers.location).toBe(`/api/servidores/${copy.id}`)
  expect(copy).toMatchObject({
    nombre: 'Banco (copia)',
    revision: 1,
    permitirRedPrivada: true,
    config: { host: '10.0.0.1', contrasena: { definido: true } },
  })
  const { db, secretos } = api.deps
  const rows = await db
    .selectFrom('servidores')
    .select(['id', 'config'])
    .where('nombre', 'like', 'Banco%')
    .execute()
  const schema = SERVIDORES.postgresql?.config ?? z.never()
  expect(rows.map((row) => secretos.openConfig(schema, row.id, row.config))).toMatchObject([config, config])
  expect(new Set(rows.map((row) => row.config.contrasena)).size).toBe(2)
  expect((await post(`/api/servidores/${id}/duplicar`)).json().nombre).toBe('Banco (copia) (2)')
  const same = await post(`/api/servidores/${id}/duplicar`, { nombre: 'banco' })
  expect(same.json()).toMatchObject({ status: 409, errores: [{ campo: 'nombre' }] })
  expect((await post(`/api/servidores/${id}/duplicar`, {}, operador)).statusCode).toBe(403)
  const { entradas } = (await api.call('GET', `/api/auditoria?recursoId=${copy.id}`, { token })).json()
  expect(entradas).toMatchObject([{ accion: 'crear', detalle: { nombre: 'Banco (copia)', origen: id } }])
})

test('the copy of a canal serves nobody yet, under a free ruta, with the same assignments and password', async () => {
  const proceso = (await post('/api/procesos', { nombre: 'Eco' })).json()
  await post(`/api/procesos/${proceso.id}/publicar`)
  const acceso = { tipo: 'basico', usuario: 'ana', contrasena: 'diez letras' }
  const { id } = (await post('/api/canales', { nombre: 'Eco', tipo: 'REST', ruta: 'eco', acceso })).json()
  const asignaciones = [{ procesoId: proceso.id, version: 'publicada', metodo: 'GET', ruta: '/x' }]
  await api.call('PUT', `/api/canales/${id}/procesos`, { token, body: asignaciones })
  const copy = (await post(`/api/canales/${id}/duplicar`)).json()
  expect(copy).toMatchObject({ nombre: 'Eco (copia)', ruta: 'eco-copia', activo: false })
  const assigned = await api.call('GET', `/api/canales/${copy.id}/procesos`, { token })
  expect(assigned.json()).toMatchObject(asignaciones)
  const { db, secretos } = api.deps
  const stored = await db
    .selectFrom('canales')
    .select('acceso')
    .where('id', '=', copy.id)
    .executeTakeFirstOrThrow()
  expect(secretos.open(copy.id, String(stored.acceso.contrasena))).toBe('diez letras')
  expect((await post(`/api/canales/${id}/duplicar`)).json().ruta).toBe('eco-copia-2')
  const taken = await post(`/api/canales/${id}/duplicar`, { nombre: 'Otro', ruta: 'eco' })
  expect(taken.json()).toMatchObject({ status: 409, errores: [{ campo: 'ruta' }] })
  expect((await post(`/api/canales/${id}/duplicar`, {}, operador)).statusCode).toBe(403)
})
