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

test('a canal that says no maximum of its body takes what the product takes', async () => {
  const cors = { origenes: ['https://a.example'], credenciales: true }
  const created = await create({ cors })
  expect(created.json()).toMatchObject({ maxCuerpoBytes: 1_000, cors })
  const again = await api.call('PUT', `/api/canales/${created.json().id}`, { body: created.json() })
  expect(again.statusCode).toBe(200)
})
