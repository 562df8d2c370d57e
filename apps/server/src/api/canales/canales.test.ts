import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerCanales } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  const config = readConfig({ DIV_LIMITE_CUERPO_BYTES: '1000' })
  api = await startTestApi(registerCanales, async () => ({ config }))
})
afterAll(() => api.close())

const create = (body: object) =>
  api.call('POST', '/api/canales', { body: { nombre: 'Tienda', tipo: 'REST', ruta: 'tienda', ...body } })

test.each([
  [
    'any origin with credentials',
    { cors: { origenes: ['https://a.example', '*'], credenciales: true } },
    'cors.credenciales',
    'Con el origen * no se admiten credenciales: escriba los orígenes uno a uno.',
  ],
  [
    'data beside an envelope that it does not have',
    { adjuntos: 'swa' },
    'adjuntos',
    'Solo los mensajes de un canal SOAP tienen sobre.',
  ],
  [
    'a short password',
    { acceso: { tipo: 'basico', usuario: 'ana', contrasena: '123456789' } },
    'acceso.contrasena',
    'Debe tener al menos 10 caracteres.',
  ],
  [
    'a larger body than the product takes',
    { maxCuerpoBytes: 1_001 },
    'maxCuerpoBytes',
    'El producto admite como mucho 1000 bytes (ajuste DIV_LIMITE_CUERPO_BYTES).',
  ],
])('a canal with %s is refused', async (_, body, campo, mensaje) => {
  const refused = await create(body)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errores).toEqual([{ campo, mensaje }])
})

test.each([
  ['no es origen', false],
  ['tienda.ejemplo.es', false],
  ['https://tienda.ejemplo.es/', false],
  ['https://tienda.ejemplo.es/compra', false],
  ['https://Tienda.ejemplo.es', false],
  ['https://tienda.ejemplo.es:443', false],
  ['https://*.ejemplo.es', false],
  ['https://ana@ejemplo.es', false],
  ['https://ejemplo.es:99999', false],
  ['null', false],
  ['', false],
  ['*', true],
  ['https://tienda.ejemplo.es', true],
  ['http://localhost:5173', true],
  ['http://[::1]:8080', true],
  ['chrome-extension://abcdef', true],
])('the origin «%s» is taken: %s', async (origen, isTaken) => {
  const ruta = `origen-${randomUUID()}`
  const answer = await create({ nombre: ruta, ruta, cors: { origenes: ['https://a.example', origen] } })
  expect(answer.statusCode).toBe(isTaken ? 201 : 422)
  if (isTaken) return
  const mensaje = 'Escriba * o un origen sin ruta, como https://tienda.ejemplo.es o http://localhost:5173.'
  expect(answer.json().errores).toEqual([{ campo: 'cors.origenes[1]', mensaje }])
})

test('a canal that says no maximum of its body takes what the product takes', async () => {
  const cors = { origenes: ['https://a.example'], credenciales: true }
  const created = await create({ cors })
  expect(created.json()).toMatchObject({ maxCuerpoBytes: 1_000, cors })
  const again = await api.call('PUT', `/api/canales/${created.json().id}`, { body: created.json() })
  expect(again.statusCode).toBe(200)
})

test('assignments that were read with a revision overwrite none that somebody else stored since', async () => {
  const { id } = (await create({ nombre: 'Asignado', ruta: 'asignado' })).json()
  const path = `/api/canales/${id}/procesos`
  const read = await api.call('GET', path)
  const proceso = await addProceso()
  const at = (ruta: string) => [{ procesoId: proceso, version: 'publicada', metodo: 'GET', ruta }]
  const revision = read.headers['x-revision']
  const first = await api.call('PUT', `${path}?revision=${revision}`, { body: at('/a') })
  expect(first.statusCode).toBe(200)
  const late = await api.call('PUT', `${path}?revision=${revision}`, { body: at('/b') })
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({
    codigo: 'REVISION_OBSOLETA',
    actual: [{ ruta: '/a' }],
    enviado: [{ ruta: '/b' }],
    revision: first.headers['x-revision'],
  })
  const mine = await api.call('PUT', `${path}?revision=${late.json().revision}`, { body: at('/b') })
  expect(mine.json()).toMatchObject([{ ruta: '/b' }])
  // Who says nothing of what they read replaces what there is.
  expect((await api.call('PUT', path, { body: [] })).json()).toEqual([])
})

const NOBODY = { descripcion: '', categoriaId: null, actualizadoPor: null }

async function addProceso(): Promise<string> {
  const id = randomUUID()
  await api.deps.db
    .insertInto('procesos')
    .values({ id, nombre: `Vacío ${id}`, modo: 'memoria', flujo: '{}', versionPublicada: 1, ...NOBODY })
    .execute()
  return id
}
