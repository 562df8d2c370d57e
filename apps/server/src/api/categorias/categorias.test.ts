import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerCategorias } from './routes.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi(registerCategorias)
})
afterAll(() => api.close())

const create = async (nombre: string, padreId: string | null = null) =>
  (await api.call('POST', '/api/categorias', { body: { nombre, padreId } })).json()
const place = (body: object) => api.call('PUT', '/api/categorias/orden', { body })

test('categories take the order in which they are named, and leave where they were', async () => {
  const [a, b, c] = [await create('a'), await create('b'), await create('c')]
  const moved = await place({ padreId: a.id, ids: [c.id, b.id] })
  expect(moved.json()).toMatchObject([
    { id: c.id, padreId: a.id, orden: 0 },
    { id: b.id, padreId: a.id, orden: 1 },
  ])
  expect((await place({ padreId: a.id, ids: [c.id, b.id] })).json()).toEqual([])
  expect((await place({ padreId: null, ids: [b.id] })).json()).toMatchObject([{ id: b.id, padreId: null }])
})

test('no move closes a circle or names what is not there', async () => {
  const top = await create('arriba')
  const inner = await create('dentro', top.id)
  const gone = '00000000-0000-4000-8000-000000000000'
  const circle = await place({ padreId: inner.id, ids: [top.id] })
  expect(circle.json()).toMatchObject({ status: 422, errores: [{ campo: 'padreId' }] })
  expect((await place({ padreId: null, ids: [top.id, gone] })).json().errores).toMatchObject([
    { campo: 'ids[1]' },
  ])
  expect((await place({ padreId: gone, ids: [top.id] })).json().errores).toMatchObject([{ campo: 'padreId' }])
  expect((await place({ padreId: null, ids: [top.id, top.id] })).statusCode).toBe(422)
  const asLectura = await api.call('PUT', '/api/categorias/orden', {
    body: { padreId: null, ids: [top.id] },
    role: 'lectura',
  })
  expect(asLectura.statusCode).toBe(403)
})
