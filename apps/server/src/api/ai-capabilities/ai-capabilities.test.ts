import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
const tokens: Record<string, string> = {}
let tablaId: string
let coleccionId: string
beforeAll(async () => {
  api = await startWholeApi()
  for (const [username, role] of [
    ['jefa', 'admin'],
    ['ops', 'operador'],
  ] as const) {
    await api.addUsuario(username, role)
    tokens[username] = (await api.signIn(username)).token
  }
  const columnas = [{ nombre: 'pais' }, { nombre: 'capital' }, { nombre: 'secreto' }]
  tablaId = (await ask('POST', 'tablas', { nombre: 'paises', columnas })).json.id
  coleccionId = (await ask('POST', 'rag', { nombre: 'Actas', roles: ['admin'] })).json.id
})
afterAll(() => api?.close())

async function ask(method: string, url: string, body?: object, who = 'jefa') {
  const answer = await api.call(method, `/api/${url}`, { token: tokens[who], ...(body && { body }) })
  return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() }
}

const TABLA = {
  nombre: 'buscar_pais',
  descripcion: 'Busca la capital de un país.',
  objetivo: { tipo: 'tabla', tablaId: '', claves: ['pais'], columnas: ['capital'], limite: 5 },
  escribe: false,
}

test('a look-up says by which columns it is made and which are shown, and its tabla says who uses it', async () => {
  const objetivo = { ...TABLA.objetivo, tablaId }
  const created = await ask('POST', 'ai-capabilities', { ...TABLA, objetivo })
  expect(created.json).toMatchObject({
    objetivo,
    confirmacion: 'escribe',
    roles: ['admin', 'operador', 'lectura'],
  })
  const [listed] = (await ask('GET', 'ai-capabilities')).json
  expect(listed).toMatchObject({ objetivoNombre: 'paises', publicado: true })
  expect((await ask('GET', `tablas/${tablaId}/usos`)).json).toEqual([
    { recurso: 'ai-capabilities', id: created.json.id, nombre: 'buscar_pais' },
  ])
  expect((await ask('DELETE', `tablas/${tablaId}`)).status).toBe(409)
  // It is named by its id: another name changes nothing for it.
  const tabla = (await ask('GET', `tablas/${tablaId}`)).json
  expect((await ask('PUT', `tablas/${tablaId}`, { ...tabla, nombre: 'naciones' })).status).toBe(200)
})

test.each([
  [
    'a column that there is not',
    { objetivo: { ...TABLA.objetivo, columnas: ['moneda'] } },
    'objetivo.columnas',
  ],
  ['a look-up that changes data', { escribe: true }, 'escribe'],
  ['a look-up by MCP', { enMcp: true }, 'enMcp'],
  ['nobody who may use it', { roles: [] }, 'roles'],
])('%s is refused at its field', async (_what, change, campo) => {
  const body = { ...TABLA, nombre: 'otra', ...change }
  const objetivo = { ...body.objetivo, tablaId }
  const { status, json } = await ask('POST', 'ai-capabilities', { ...body, objetivo })
  expect([status, json.errores.map((each: { campo: string }) => each.campo)]).toEqual([422, [campo]])
})

test('a collection that whoever stores it does not see is none', async () => {
  const body = {
    nombre: 'buscar_actas',
    descripcion: 'Busca en las actas.',
    objetivo: { tipo: 'coleccion', coleccionId },
    escribe: false,
  }
  const refused = await ask('POST', 'ai-capabilities', body, 'ops')
  expect([refused.status, refused.json.errores]).toEqual([
    422,
    [{ campo: 'objetivo.coleccionId', mensaje: 'No existe esta colección. Elija otra.' }],
  ])
  const { status, json } = await ask('POST', 'ai-capabilities', body)
  expect([status, json.objetivo.limite]).toEqual([201, 5])
})
