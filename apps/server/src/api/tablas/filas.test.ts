import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerTablas } from './routes.ts'

let api: TestApi
let id: string
let path: string

beforeAll(async () => {
  api = await startTestApi(registerTablas)
  const columnas = [
    { nombre: 'iso', requerido: true, unico: true },
    { nombre: 'habitantes', tipo: 'entero' },
    { nombre: 'alta', tipo: 'fecha' },
  ]
  id = (await api.call('POST', '/api/tablas', { body: { nombre: 'paises', columnas } })).json().id
  path = `/api/tablas/${id}/filas`
})
afterAll(() => api.close())

const get = async (url: string) => (await api.call('GET', url)).json()

function upload(url: string, content: string) {
  const boundary = 'limite'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="archivo"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`
  return api.call('POST', url, { body: payload, contentType: `multipart/form-data; boundary=${boundary}` })
}

test('a row is added, read, changed with its revision and removed', async () => {
  const added = await api.call('POST', path, { body: { iso: 'ES', habitantes: '49', alta: '2026-01-02' } })
  expect(added.statusCode).toBe(201)
  const fila = added.json()
  expect(added.headers.location).toBe(`${path}/${fila.id}`)
  expect(fila).toMatchObject({ iso: 'ES', habitantes: 49, alta: '2026-01-02', revision: 1 })
  expect(await get(`${path}/${fila.id}`)).toEqual(fila)
  const changed = await api.call('PUT', `${path}/${fila.id}`, { body: { ...fila, habitantes: 50 } })
  expect(changed.json()).toMatchObject({ habitantes: 50, revision: 2 })
  expect((await api.call('PUT', `${path}/${fila.id}`, { body: fila })).statusCode).toBe(409)
  const { revision: _, ...blind } = fila
  const unread = await api.call('PUT', `${path}/${fila.id}`, { body: blind })
  expect(unread.json()).toMatchObject({
    status: 422,
    errores: [{ campo: 'revision', mensaje: 'Falta este dato.' }],
  })
  const wrong = await api.call('POST', path, { body: { habitantes: 'x', otra: 1 } })
  expect(
    wrong
      .json()
      .errores.map(({ campo }: { campo: string }) => campo)
      .toSorted(),
  ).toEqual(['habitantes', 'iso', 'otra'])
  expect((await api.call('POST', path, { body: { iso: 'ES' } })).statusCode).toBe(409)
  expect((await api.call('DELETE', `${path}/${fila.id}`)).statusCode).toBe(204)
  expect((await api.call('GET', `${path}/${fila.id}`)).statusCode).toBe(404)
  expect((await api.call('GET', `${path}/99999999999999999999`)).statusCode).toBe(404)
  expect((await api.call('POST', path, { body: { iso: 'ES' }, role: 'lectura' })).statusCode).toBe(403)
})

test('rows are replaced all at once or not at all', async () => {
  const filas = Array.from({ length: 25 }, (_, index) => ({
    iso: `P${index}`,
    habitantes: index % 7 || null,
  }))
  expect((await api.call('POST', `${path}/lote`, { body: { modo: 'reemplazar', filas } })).json()).toEqual({
    filas: 25,
  })
  const refused = await api.call('POST', `${path}/lote`, {
    body: { filas: [{ iso: 'X' }, { iso: 'P3' }, { iso: 'X' }] },
  })
  expect(refused.json().errores.map(({ campo }: { campo: string }) => campo)).toEqual([
    'filas[1].iso',
    'filas[2].iso',
  ])
  expect((await get(path)).total).toBe(25)
})

test.each(['', 'habitantes', '-habitantes', 'iso', '-iso', 'alta'])(
  'pages by %s hold every row once',
  async (orden) => {
    const seen: string[] = []
    let desde = ''
    do {
      const page = await get(`${path}?orden=${orden}&limite=4&desde=${desde}`)
      expect(page.total).toBe(25)
      seen.push(...page.filas.map(({ iso }: { iso: string }) => iso))
      desde = page.siguiente ?? ''
    } while (desde !== '')
    expect(new Set(seen).size).toBe(25)
    expect(seen).toHaveLength(25)
  },
)

test.each([
  ['filtro.iso=P3', 1],
  ['filtro.iso.contiene=p1', 11],
  ['filtro.habitantes=3', 4],
  ['filtro.habitantes.minimo=5', 6],
  ['filtro.habitantes.vacio=1', 4],
  ['q=P2', 6],
])('the filter %s finds %i rows', async (query, count) => {
  expect((await get(`${path}?${query}`)).total).toBe(count)
})

test.each([
  ['filtro.nada=1', 'filtro.nada'],
  ['filtro.habitantes=x', 'filtro.habitantes'],
  ['orden=nada', 'orden'],
  ['limite=0', 'limite'],
  ['desde=xyz', 'desde'],
  [`orden=habitantes&desde=${Buffer.from('["x","1"]').toString('base64url')}`, 'desde'],
])('the query %s is refused at %s', async (query, campo) => {
  const answer = await api.call('GET', `${path}?${query}`)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errores[0].campo).toBe(campo)
})

test('an import is looked at first, refused whole, and taken in part when asked', async () => {
  const url = `/api/tablas/${id}/importar`
  const csv = 'iso,habitantes\nN1,1\nP3,2\nN2,muchos\n'
  const preview = (await upload(`${url}?revisar=1`, csv)).json()
  expect(preview).toMatchObject({ filas: 1, cantidadErrores: 2, muestra: [{ iso: 'N1', habitantes: 1 }] })
  const refused = await upload(url, csv)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    filas: 0,
    cantidadErrores: 2,
    errores: [
      { campo: 'filas[2].habitantes', fila: 4, columna: 'habitantes' },
      { campo: 'filas[1].iso', fila: 3, columna: 'iso' },
    ],
  })
  expect((await get(path)).total).toBe(25)
  expect((await upload(`${url}?parcial=1`, csv)).json().filas).toBe(1)
  expect((await get(path)).total).toBe(26)
  const exported = await api.call('GET', `/api/tablas/${id}/exportar`)
  expect((await upload(`${url}?modo=reemplazar`, exported.body)).json()).toMatchObject({ filas: 26 })
  expect((await api.call('GET', `/api/tablas/${id}/exportar`)).body).toBe(exported.body)
  expect(
    (await api.call('GET', `/api/tablas/${id}/exportar?formato=xlsx`)).rawPayload.subarray(0, 2).toString(),
  ).toBe('PK')
})

test('a change of columns takes the rows along, or names those that do not fit', async () => {
  const tabla = await get(`/api/tablas/${id}`)
  const refused = await api.call('PUT', `/api/tablas/${id}`, {
    body: {
      ...tabla,
      columnas: [
        { nombre: 'iso', tipo: 'entero' },
        { nombre: 'habitantes', unico: true },
      ],
    },
  })
  expect(refused.json()).toMatchObject({ codigo: 'FILAS_NO_CABEN', filas: expect.any(Array) })
  const body = {
    ...tabla,
    columnas: [
      { nombre: 'codigo', antes: 'iso' },
      { nombre: 'habitantes', tipo: 'texto' },
    ],
  }
  const changed = await api.call('PUT', `/api/tablas/${id}`, { body })
  expect(changed.json().columnas).toMatchObject([
    { nombre: 'codigo' },
    { nombre: 'habitantes', tipo: 'texto' },
  ])
  expect((await get(`${path}?filtro.codigo=P3`)).filas).toMatchObject([{ codigo: 'P3', habitantes: '3' }])
})

describe('changes of a grid', () => {
  let url: string
  const change = async (cambios: object[]) =>
    (await api.call('POST', `${url}/cambios`, { body: { cambios } })).json()
  const filas = async () =>
    (await get(url)).filas as { id: string; revision: number; iso: string; n: number }[]

  beforeEach(async () => {
    const columnas = [
      { nombre: 'iso', requerido: true, unico: true },
      { nombre: 'n', tipo: 'entero' },
    ]
    const nombre = `cambios_${Math.random().toString(36).slice(2)}`
    const tabla = (await api.call('POST', '/api/tablas', { body: { nombre, columnas } })).json()
    url = `/api/tablas/${tabla.id}/filas`
    await api.call('POST', `${url}/lote`, {
      body: {
        filas: [
          { iso: 'A', n: 1 },
          { iso: 'B', n: 2 },
          { iso: 'C', n: 3 },
        ],
      },
    })
  })

  test('each row is decided for itself: what is right is stored, what is wrong says where', async () => {
    const [a, b, c] = await filas()
    const { resultados } = await change([
      { accion: 'editar', id: a?.id, revision: 1, datos: { n: '10' } },
      { accion: 'editar', id: b?.id, revision: 1, datos: { n: 'dos' } },
      { accion: 'eliminar', id: c?.id, revision: 1 },
      { accion: 'crear', datos: { iso: 'D', n: 4 } },
      { accion: 'crear', datos: { n: 5 } },
    ])
    expect(resultados).toMatchObject([
      { ok: true, fila: { id: a?.id, revision: 2, iso: 'A', n: 10 } },
      { ok: false, codigo: 'DATOS_INVALIDOS', errores: [{ campo: 'n' }] },
      { ok: true, fila: null },
      { ok: true, fila: { revision: 1, iso: 'D' } },
      { ok: false, errores: [{ campo: 'iso', mensaje: 'Falta este dato.' }] },
    ])
    expect((await filas()).map(({ iso, n }) => `${iso}${n}`)).toEqual(['A10', 'B2', 'D4'])
    expect((await filas()).at(-1)?.id).toBe(resultados[3].fila.id)
  })

  test('rows may exchange their unique values, and a row that is refused keeps its own', async () => {
    const [a, b, c] = await filas()
    const exchanged = await change([
      { accion: 'editar', id: a?.id, revision: 1, datos: { iso: 'B' } },
      { accion: 'editar', id: b?.id, revision: 1, datos: { iso: 'A' } },
    ])
    expect(exchanged.resultados).toMatchObject([{ ok: true }, { ok: true }])
    // C cannot be stored, so nobody can take its value.
    const { resultados } = await change([
      { accion: 'editar', id: c?.id, revision: 1, datos: { iso: 'Z', n: 'x' } },
      { accion: 'crear', datos: { iso: 'C' } },
      { accion: 'editar', id: a?.id, revision: 2, datos: { n: 7 } },
    ])
    expect(resultados).toMatchObject([
      { ok: false, errores: [{ campo: 'n' }] },
      { ok: false, errores: [{ campo: 'iso' }] },
      { ok: true },
    ])
    expect((await filas()).map(({ iso }) => iso)).toEqual(['B', 'A', 'C'])
  })

  test('a row that somebody else changed or removed is shown as it is now', async () => {
    const [a, b] = await filas()
    await change([
      { accion: 'editar', id: a?.id, revision: 1, datos: { n: 100 } },
      { accion: 'eliminar', id: b?.id, revision: 1 },
    ])
    const { resultados } = await change([
      { accion: 'editar', id: a?.id, revision: 1, datos: { n: 5 } },
      { accion: 'eliminar', id: b?.id, revision: 1 },
    ])
    expect(resultados).toMatchObject([
      { ok: false, codigo: 'REVISION_OBSOLETA', actual: { id: a?.id, revision: 2, n: 100 } },
      { ok: false, codigo: 'REVISION_OBSOLETA', actual: null },
    ])
  })

  test('a new row that is sent again, because its answer was lost, is not made twice', async () => {
    const create = (datos: object) => ({
      accion: 'crear',
      clave: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      datos,
    })
    const { resultados } = await change([create({ iso: 'D', n: '4' })])
    const { id } = resultados[0].fila
    expect((await change([create({ iso: 'D', n: '4' })])).resultados).toEqual(resultados)
    // Whoever went on writing meanwhile has the row as it is wanted now.
    expect((await change([create({ iso: 'D', n: 5 })])).resultados).toMatchObject([
      { ok: true, fila: { id, revision: 2, n: 5 } },
    ])
    expect((await filas()).map(({ iso, n }) => `${iso}${n}`)).toEqual(['A1', 'B2', 'C3', 'D5'])
    expect((await change([create({ iso: 'D', n: 6 })])).resultados).toMatchObject([
      { ok: false, codigo: 'REVISION_OBSOLETA', actual: { id, n: 5 } },
    ])
  })

  test('a row changes once in a call, and only by who may', async () => {
    const [a] = await filas()
    const edit = { accion: 'editar', id: a?.id, revision: 1, datos: {} }
    expect((await api.call('POST', `${url}/cambios`, { body: { cambios: [edit, edit] } })).statusCode).toBe(
      422,
    )
    const asLectura = await api.call('POST', `${url}/cambios`, { body: { cambios: [edit] }, role: 'lectura' })
    expect(asLectura.statusCode).toBe(403)
  })

  test('a window may lie anywhere', async () => {
    const window = await get(`${url}?orden=-iso&saltar=1&limite=1`)
    expect(window).toMatchObject({ total: 3, filas: [{ iso: 'B' }] })
    expect((await get(`${url}?saltar=9`)).filas).toEqual([])
    expect((await api.call('GET', `${url}?saltar=-1`)).statusCode).toBe(422)
  })
})
