import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServidores, type TestServidores } from './testing.ts'

let servidores: TestServidores
let path: string

beforeAll(async () => {
  servidores = await startTestServidores()
  path = `/api/servidores/${servidores.id}/objetos`
})
afterAll(() => servidores.close())

const get = (query: string) => servidores.api.call('GET', `${path}${query}`, { role: 'lectura' })

test('the objects of a server are found by kind and text, at most as many as asked for', async () => {
  const found = (await get('?tipoObjeto=tabla&q=canal')).json()
  expect(found.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['canal_procesos', 'canales'])
  expect((await get('?tipoObjeto=tabla&limite=3')).json()).toHaveLength(3)
  expect((await get('?tipoObjeto=tabla&q=nada_de_esto')).json()).toEqual([])
})

test('an object is described with its columns', async () => {
  const answer = await get('/categorias?tipoObjeto=tabla')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ nombre: 'categorias', columnas: expect.any(Array) })
})

test.each([
  ['a limit above that of the product', '?limite=1001', 422, 'DATOS_INVALIDOS'],
  ['an object that is not there', '/inexistente?tipoObjeto=tabla', 404, 'NO_ENCONTRADO'],
])('%s is refused', async (_, query, status, codigo) => {
  const answer = await get(query)
  expect(answer.json()).toMatchObject({ status, codigo })
})

test('a file outside the folders of SQLite is refused where it is written, now or later', async () => {
  const send = (method: 'POST' | 'PUT', url: string, body: object) =>
    servidores.api.call(method, url, { body })
  const body = { nombre: 'Archivo', tipoServidor: 'sqlite', config: { archivo: '../fuera.db' } }
  const refusal = {
    status: 422,
    errores: [
      {
        campo: 'config.archivo',
        mensaje: 'El archivo está fuera de las carpetas permitidas para SQLite.',
      },
    ],
  }
  expect((await send('POST', '/api/servidores', body)).json()).toMatchObject(refusal)
  const stored = (await send('POST', '/api/servidores', { ...body, config: { archivo: 'a.db' } })).json()
  const moved = { ...stored, config: { archivo: '/etc/passwd' } }
  expect((await send('PUT', `/api/servidores/${stored.id}`, moved)).json()).toMatchObject(refusal)
})

test('browsing uses the secrets of the server, and the audit says so', async () => {
  const before = await listUses()
  await get('?tipoObjeto=tabla&q=canal')
  await get('/categorias?tipoObjeto=tabla')
  expect((await listUses()).slice(before.length)).toEqual([
    { usuario: 'lectura', detalle: { nombre: 'Propia', tipoObjeto: 'tabla', q: 'canal' } },
    { usuario: 'lectura', detalle: { nombre: 'Propia', tipoObjeto: 'tabla', objeto: 'categorias' } },
  ])
})

function listUses() {
  return servidores.api.deps.db
    .selectFrom('auditoria')
    .select(['usuario', 'detalle'])
    .where('recursoId', '=', servidores.id)
    .where('accion', '=', 'explorar')
    .orderBy('id')
    .execute()
}
