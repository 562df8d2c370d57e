import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerCategorias } from '../categorias/routes.ts'
import { registerConsecutivos } from '../consecutivos/routes.ts'
import { registerParametros } from '../parametros/routes.ts'
import { registerSearch } from '../search/routes.ts'
import { registerTablas } from '../tablas/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi((app, deps) => {
    registerCategorias(app, deps)
    registerConsecutivos(app, deps)
    registerParametros(app, deps)
    registerTablas(app, deps)
    registerSearch(app, deps)
  })
})
afterAll(() => api.close())

describe.each([
  ['categorias', { nombre: 'Ventas', color: '#112233' }, { color: 'rojo' }, 'color'],
  ['parametros', { nombre: 'iva', tipo: 'decimal', valor: '0.21' }, { valor: 'mucho' }, 'valor'],
  ['consecutivos', { nombre: 'facturas', prefijo: 'F-', largo: 5 }, { incremento: 0 }, 'incremento'],
  [
    'tablas',
    { nombre: 'paises', columnas: [{ nombre: 'iso' }] },
    { columnas: [{ nombre: 'a' }, { nombre: 'a' }] },
    'columnas[1].nombre',
  ],
])('%s', (resource, body, bad, campo) => {
  const path = `/api/${resource}`
  let created: Record<string, unknown>

  test('are created, read, listed and found', async () => {
    const answer = await api.call('POST', path, { body })
    expect(answer.json()).toMatchObject({ nombre: body.nombre, revision: 1, actualizadoPor: 'admin' })
    expect(answer.statusCode).toBe(201)
    created = answer.json()
    expect((await api.call('GET', `${path}/${created.id}`)).json()).toEqual(created)
    const list = await api.call('GET', `${path}?q=${body.nombre.slice(0, 3).toUpperCase()}&orden=-creadoEn`)
    expect(list.headers['x-total-count']).toBe('1')
    expect(list.json()).toMatchObject([{ id: created.id, nombre: body.nombre }])
    expect((await api.call('GET', `${path}?q=zzz`)).json()).toEqual([])
  })

  test('name the field that is wrong', async () => {
    const answer = await api.call('POST', path, { body: { ...body, nombre: 'otro', ...bad } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errores[0].campo).toBe(campo)
    const unknown = await api.call('POST', path, { body: { ...body, sobra: 1 } })
    expect(unknown.json().errores).toEqual([
      { campo: 'sobra', mensaje: expect.stringMatching(/^Este dato no existe aquí\. Los que hay: /) },
    ])
  })

  test('have no two of one name', async () => {
    const answer = await api.call('POST', path, { body })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().codigo).toBe('DUPLICADO')
  })

  test('are changed by who read the last revision only', async () => {
    const changed = { ...created, descripcion: 'otra' }
    const answer = await api.call('PUT', `${path}/${created.id}`, { body: changed })
    expect(answer.json()).toMatchObject({ descripcion: 'otra', revision: 2 })
    const stale = await api.call('PUT', `${path}/${created.id}`, { body: changed })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ actual: { revision: 2 }, enviado: { revision: 1 } })
    expect((await api.call('PUT', `${path}/${created.id}`, { body })).statusCode).toBe(422)
  })

  test('are not written by lectura', async () => {
    expect((await api.call('POST', path, { body, role: 'lectura' })).statusCode).toBe(403)
    expect((await api.call('DELETE', `${path}/${created.id}`, { role: 'lectura' })).statusCode).toBe(403)
  })

  test('are not found under an id that is none', async () => {
    for (const id of ['x', crypto.randomUUID()]) {
      expect((await api.call('GET', `${path}/${id}`)).statusCode).toBe(404)
      expect((await api.call('DELETE', `${path}/${id}`)).statusCode).toBe(404)
    }
  })

  test('are removed when nothing uses them', async () => {
    expect((await api.call('GET', `${path}/${created.id}/usos`)).json()).toEqual([])
    expect((await api.call('DELETE', `${path}/${created.id}`)).statusCode).toBe(204)
    expect((await api.call('GET', `${path}/${created.id}`)).statusCode).toBe(404)
    const kept = await api.deps.db
      .selectFrom('auditoria')
      .select('accion')
      .where('recursoId', '=', String(created.id))
      .orderBy('id')
      .execute()
    expect(kept.map(({ accion }) => accion)).toEqual(['crear', 'editar', 'eliminar'])
  })
})

test('a category holds others and things, never itself', async () => {
  const create = async (body: object) => (await api.call('POST', '/api/categorias', { body })).json()
  const top = await create({ nombre: 'arriba' })
  const inner = await create({ nombre: 'dentro', padreId: top.id })
  const moved = await api.call('PUT', `/api/categorias/${top.id}`, { body: { ...top, padreId: inner.id } })
  expect(moved.statusCode).toBe(422)
  expect(moved.json().errores[0].campo).toBe('padreId')
  await api.call('POST', '/api/parametros', { body: { nombre: 'p', valor: 'x', categoriaId: inner.id } })
  const refused = await api.call('DELETE', `/api/categorias/${inner.id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().usos).toMatchObject([{ recurso: 'parametros', nombre: 'p' }])
  expect((await api.call('DELETE', `/api/categorias/${top.id}`)).json().usos).toMatchObject([
    { nombre: 'dentro' },
  ])
  expect((await api.call('GET', `/api/parametros?categoriaId=${inner.id}`)).json()).toHaveLength(1)
  expect((await api.call('GET', '/api/parametros?categoriaId=ninguna')).json()).toHaveLength(0)
})

test.each([
  ['orden=color', ['orden']],
  ['limite=0&desde=-1', ['limite', 'desde']],
  ['categoriaId=nada', ['categoriaId']],
  ['q=&orden=&limite=&desde=&categoriaId=', []],
])('a list asked for %s names %o', async (query, campos) => {
  const answer = await api.call('GET', `/api/parametros?${query}`)
  expect(answer.statusCode).toBe(campos.length === 0 ? 200 : 422)
  const { errores = [] } = answer.json()
  expect(errores.map(({ campo }: { campo: string }) => campo)).toEqual(campos)
})

test('a category that does not exist is refused at its field', async () => {
  const nowhere = crypto.randomUUID()
  const inside = await api.call('POST', '/api/parametros', {
    body: { nombre: 'q', valor: 1, categoriaId: nowhere },
  })
  expect(inside.json().errores).toMatchObject([{ campo: 'categoriaId' }])
  const below = await api.call('POST', '/api/categorias', { body: { nombre: 'q', padreId: nowhere } })
  expect(below.json().errores).toMatchObject([{ campo: 'padreId' }])
})

test('a secret parameter is never read back and keeps its value until it is written again', async () => {
  const body = { nombre: 'clave', secreto: true, valor: 's3creto' }
  const created = (await api.call('POST', '/api/parametros', { body })).json()
  expect(created.valor).toEqual({ definido: true })
  const renamed = await api.call('PUT', `/api/parametros/${created.id}`, {
    body: { ...created, descripcion: 'x' },
  })
  const stored = renamed.json()
  expect(stored).toMatchObject({ valor: { definido: true }, descripcion: 'x' })
  const row = await api.deps.db
    .selectFrom('parametros')
    .selectAll()
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  expect(api.deps.secretos.open(created.id, String(row.valor))).toBe('"s3creto"')
  const shown = await api.call('PUT', `/api/parametros/${created.id}`, {
    body: { ...stored, secreto: false },
  })
  expect(shown.statusCode).toBe(422)
  expect(shown.json().errores[0].campo).toBe('valor')
})

test('fifty callers at once get fifty numbers', async () => {
  const body = { nombre: 'pedidos', inicio: 100, incremento: 5 }
  const { id } = (await api.call('POST', '/api/consecutivos', { body })).json()
  const take = async () =>
    (await api.call('POST', `/api/consecutivos/${id}/siguiente`, { body: {} })).json().valor
  const taken = await Promise.all(Array.from({ length: 50 }, take))
  expect(taken.toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: 50 }, (_, index) => 100 + index * 5),
  )
  expect((await api.call('POST', '/api/consecutivo', { body: { nombre: 'pedidos' } })).json()).toEqual({
    nombre: 'pedidos',
    valor: 350,
  })
  expect((await api.call('GET', `/api/consecutivos/${id}`)).json().ultimo).toBe(350)
  const entries = await api.deps.db
    .selectFrom('auditoria')
    .select(['usuario', 'detalle'])
    .where('recursoId', '=', id)
    .where('accion', '=', 'tomarSiguiente')
    .orderBy('id')
    .execute()
  expect(entries).toEqual(
    Array.from({ length: 51 }, (_, index) => ({
      usuario: 'admin',
      detalle: { nombre: 'pedidos', valor: 100 + index * 5 },
    })),
  )
})

test.each([
  ['cl', ['clave']],
  ['CLÁVE', ['clave']],
  ['c', []],
  ['%%', []],
])('searching %s finds %o', async (q, names) => {
  const { results } = (await api.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).json()
  expect(results.map(({ name }: { name: string }) => name)).toEqual(names)
})
