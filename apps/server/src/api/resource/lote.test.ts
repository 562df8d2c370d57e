import { MAX_LOTE, type Role } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '../auditoria/verify-chain.ts'
import { registerCanales } from '../canales/routes.ts'
import { registerCategorias } from '../categorias/routes.ts'
import { registerParametros } from '../parametros/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerTokens } from '../tokens/routes.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi((app, deps) => {
    for (const register of [registerCanales, registerCategorias, registerParametros, registerTokens])
      register(app, deps)
  })
})
afterAll(() => api.close())

async function create(resource: string, body: object): Promise<string> {
  const answer = await api.call('POST', `/api/${resource}`, { body })
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}
const lote = (resource: string, body: object, role: Role = 'admin') =>
  api.call('POST', `/api/${resource}/lote`, { body, role })
const read = async (resource: string, id: string) => (await api.call('GET', `/api/${resource}/${id}`)).json()
const canal = (nombre: string) => ({ nombre, tipo: 'REST', ruta: nombre })

test('each entry is judged by itself: what can be done is done, the rest is told', async () => {
  const [free, used, gone] = [
    await create('canales', canal('libre')),
    await create('canales', canal('usado')),
    uuid(),
  ]
  await create('tokens', { nombre: 'llave', canales: [used] })
  const answer = await lote('canales', { accion: 'eliminar', ids: [free, used, gone] })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    hechos: 1,
    fallidos: 2,
    resultados: [
      { id: free, ok: true },
      {
        id: used,
        ok: false,
        codigo: 'EN_USO',
        mensaje: expect.any(String),
        usos: [{ recurso: 'tokens', id: expect.any(String), nombre: 'llave' }],
      },
      { id: gone, ok: false, codigo: 'NO_ENCONTRADO', mensaje: expect.any(String) },
    ],
  })
  expect((await api.call('GET', `/api/canales/${free}`)).statusCode).toBe(404)
})

test('what is changed is a new revision with its audit, whose chain holds', async () => {
  const ids = [await create('canales', canal('uno')), await create('canales', canal('dos'))]
  expect((await lote('canales', { accion: 'desactivar', ids })).json()).toMatchObject({ hechos: 2 })
  for (const id of ids) {
    expect(await read('canales', id)).toMatchObject({ activo: false, revision: 2, actualizadoPor: 'admin' })
  }
  const rows = await api.deps.db
    .selectFrom('auditoria')
    .selectAll()
    .where('recursoId', '=', ids[0] ?? '')
    .execute()
  expect(rows.map(({ accion, detalle }) => [accion, detalle])).toEqual([
    ['crear', { nombre: 'uno' }],
    ['editar', { nombre: 'uno', revision: 2, activo: false }],
  ])
  expect(await verifyChain(api.deps.db)).toMatchObject({ integra: true })
})

test('a category is set and taken away; one that is not there is refused at each', async () => {
  const categoriaId = await create('categorias', { nombre: 'Ventas' })
  const id = await create('parametros', { nombre: 'iva', valor: '1' })
  await lote('parametros', { accion: 'categoria', ids: [id], categoriaId })
  expect(await read('parametros', id)).toMatchObject({ categoriaId, valor: '1' })
  const refused = await lote('parametros', { accion: 'categoria', ids: [id], categoriaId: uuid() })
  expect(refused.json().resultados).toEqual([
    { id, ok: false, codigo: 'DATOS_INVALIDOS', mensaje: 'No existe esta categoría.' },
  ])
  await lote('parametros', { accion: 'categoria', ids: [id], categoriaId: null })
  expect(await read('parametros', id)).toMatchObject({ categoriaId: null })
})

test.each([
  ['parametros', { accion: 'activar', ids: [uuid()] }, 'accion'],
  ['categorias', { accion: 'categoria', ids: [uuid()], categoriaId: null }, 'accion'],
  ['tokens', { accion: 'desactivar', ids: [uuid()] }, 'accion'],
  ['canales', { accion: 'categoria', ids: [uuid()] }, 'categoriaId'],
  ['canales', { accion: 'activar', ids: [uuid()], categoriaId: null }, 'categoriaId'],
  ['canales', { accion: 'activar', ids: [] }, 'ids'],
  ['canales', { accion: 'activar', ids: Array.from({ length: MAX_LOTE + 1 }, () => uuid()) }, 'ids'],
])('%s: %j is refused at its field', async (resource, body, campo) => {
  const answer = await lote(resource, body)
  expect(answer.json()).toMatchObject({ status: 422, errores: [{ campo }] })
})

test('whoever may edit and not delete deletes nothing', async () => {
  const id = await create('canales', canal('quieto'))
  expect((await lote('canales', { accion: 'desactivar', ids: [id] }, 'operador')).statusCode).toBe(200)
  expect((await lote('canales', { accion: 'eliminar', ids: [id] }, 'operador')).statusCode).toBe(403)
  expect((await lote('canales', { accion: 'desactivar', ids: [id] }, 'lectura')).statusCode).toBe(403)
})

test('a thousand entries are one call', async () => {
  await api.deps.db
    .insertInto('categorias')
    .values(
      Array.from({ length: MAX_LOTE }, (_, index) => ({
        id: uuid(),
        nombre: `c${index}`,
        descripcion: '',
        color: null,
        padreId: null,
        orden: 0,
        actualizadoPor: null,
      })),
    )
    .execute()
  const rows = await api.deps.db.selectFrom('categorias').select('id').where('nombre', 'like', 'c%').execute()
  const answer = await lote('categorias', {
    accion: 'eliminar',
    ids: rows.map(({ id }) => id).slice(0, MAX_LOTE),
  })
  expect(answer.json()).toMatchObject({ hechos: MAX_LOTE, fallidos: 0 })
})
