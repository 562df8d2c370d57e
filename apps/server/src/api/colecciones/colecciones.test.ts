import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerColecciones } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi(registerColecciones, async () => ({ config: readConfig({}) }))
})
afterAll(() => api.close())

const PETICION = {
  id: '01890000-0000-7000-8000-000000000001',
  nombre: 'Consultar',
  peticion: {
    destino: { tipo: 'externa', url: 'https://api.ejemplo/clientes' },
    metodo: 'GET',
    cabeceras: [],
    autenticacion: { tipo: 'token', token: 's3creto' },
    cuerpo: null,
  },
  aserciones: [{ que: 'estado', es: 'igual', valor: '200' }],
}

test('a colección is kept for everybody, without what proves who calls', async () => {
  const body = { nombre: 'Clientes', peticiones: [PETICION] }
  const made = await api.call('POST', '/api/colecciones', { body, role: 'operador' })
  expect(made.statusCode).toBe(201)
  expect(made.body).not.toContain('s3creto')
  const { id } = made.json()
  expect((await api.call('GET', '/api/colecciones', { role: 'lectura' })).json()).toMatchObject([
    { nombre: 'Clientes', total: 1 },
  ])
  const read = (await api.call('GET', `/api/colecciones/${id}`, { role: 'lectura' })).json()
  expect(read.peticiones).toMatchObject([
    { nombre: 'Consultar', carpeta: '', peticion: { autenticacion: { tipo: 'token', token: '' } } },
  ])
  const stored = await api.deps.db.selectFrom('colecciones').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('s3creto')
  const written = await api.call('PUT', `/api/colecciones/${id}`, { body: read })
  expect(written.json()).toMatchObject({ revision: 2 })
  expect((await api.call('DELETE', `/api/colecciones/${id}`, { role: 'operador' })).statusCode).toBe(204)
})

test('who may only read stores none', async () => {
  const answer = await api.call('POST', '/api/colecciones', { body: { nombre: 'x' }, role: 'lectura' })
  expect(answer.statusCode).toBe(403)
})
