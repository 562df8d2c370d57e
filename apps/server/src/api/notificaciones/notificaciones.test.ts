import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maintainPartitions } from '../../motor/history/partitions.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

const procesoId = uuid()
let api: WholeApi
let ana: string
let berta: string

beforeAll(async () => {
  api = await startWholeApi()
  for (const [username, role] of [
    ['ana', 'admin'],
    ['berta', 'lectura'],
  ] as const)
    await api.addUsuario(username, role)
  ana = (await api.signIn('ana')).token
  berta = (await api.signIn('berta')).token
  await maintainPartitions(api.deps.db, { now: Date.now(), days: 30 })
  const expiraEn = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await api.call('POST', '/api/tokens', { token: ana, body: { nombre: 'Socio', canales: 'todos', expiraEn } })
})
afterAll(() => api.close())

async function fail(origen: 'canal' | 'prueba'): Promise<string> {
  const id = uuid()
  await api.deps.db
    .insertInto('ejecuciones')
    .values({
      id,
      inicio: new Date(),
      duracionMs: 1,
      estado: 'error',
      procesoId,
      version: 1,
      canalId: null,
      origen,
      errorCodigo: 'X',
      errorMensaje: 'Se cayó.',
      errorNodo: null,
      nodoMotor: 'm',
      entrada: 'null',
      salida: 'null',
      pasos: '[]',
    })
    .execute()
  return id
}
const list = async (token: string) => (await api.call('GET', '/api/notificaciones', { token })).json()
const mark = async (token: string, body: object) =>
  api.call('POST', '/api/notificaciones/leidas', { token, body })

test('failures of a proceso are one, with the last of them; tests are none', async () => {
  await fail('prueba')
  await fail('canal')
  const last = await fail('canal')
  const { sinLeer, notificaciones } = await list(ana)
  expect(sinLeer).toBe(2)
  expect(notificaciones).toMatchObject([
    {
      id: `proceso:${procesoId}`,
      titulo: 'Falló «un proceso eliminado»',
      mensaje: 'Fallaron 2 ejecuciones en las últimas 24 horas. Se cayó.',
      enlace: `/ejecuciones/${last}`,
    },
    { titulo: 'Vence el token «Socio»' },
  ])
})

test('what one has read is read for nobody else, and unread when it happens again', async () => {
  const id = `proceso:${procesoId}`
  const { momento } = await list(ana)
  expect((await mark(ana, { hasta: momento, ids: [id, 'inventada'] })).json()).toEqual({ sinLeer: 1 })
  expect((await list(berta)).sinLeer).toBe(2)
  expect(await api.deps.db.selectFrom('notificacionesLeidas').select('id').execute()).toEqual([{ id }])
  await fail('canal')
  expect((await list(ana)).notificaciones[0]).toMatchObject({ id, leida: false })
})

test('all are read up to what was seen, and no moment to come counts', async () => {
  const { momento } = await list(ana)
  expect((await mark(ana, { hasta: momento })).json()).toEqual({ sinLeer: 0 })
  expect((await mark(berta, { hasta: '2999-01-01T00:00:00Z' })).json()).toEqual({ sinLeer: 0 })
  await fail('canal')
  expect([(await list(ana)).sinLeer, (await list(berta)).sinLeer]).toEqual([1, 1])
})

test.each([
  [{}, 'hasta'],
  [{ hasta: 'ayer' }, 'hasta'],
  [{ hasta: '2026-01-01T00:00:00Z', ids: [] }, 'ids'],
])('%j is refused at its field', async (body, campo) => {
  expect((await mark(ana, body)).json()).toMatchObject({ status: 422, errores: [{ campo }] })
})
