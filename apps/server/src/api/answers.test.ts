import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from './testing-whole.ts'

let api: WholeApi
let token: string
/** The id of what was created of each resource, in the order in which it was. */
const ids = new Map<string, string>()

beforeAll(async () => {
  api = await startWholeApi()
  const { id } = await api.addUsuario('raiz', 'admin')
  ids.set('usuarios', id)
  token = (await api.signIn('raiz')).token
})
afterAll(() => api.close())

async function ask(method: string, path: string, body?: object) {
  const answer = await api.call(method, `/api/${path}`, { token, ...(body && { body }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer
}
const get = async (path: string) => (await ask('GET', path)).json()
const idOf = (resource: string) => ids.get(resource) ?? ''

const flujo = () => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Consulta',
      servidorId: idOf('servidores'),
      tipoServidor: 'postgresql',
      tipoObjeto: 'consulta',
      objeto: { sql: 'select 1' },
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [
        { nombre: 'iva', expresion: 'PARAMETRO("iva")' },
        { nombre: 'pais', expresion: 'BUSCAR("paises"; "ES"; "iso")' },
        { nombre: 'numero', expresion: 'CONSECUTIVO("facturas")' },
      ],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
  ],
})

const SERVIDOR = {
  tipoServidor: 'postgresql',
  permitirRedPrivada: true,
  // Nobody listens there.
  config: { host: '127.0.0.1', puerto: 1, baseDatos: 'x', usuario: 'u', contrasena: 's3creto' },
}

test.each<[string, () => object]>([
  ['categorias', () => ({ nombre: 'Ventas' })],
  ['servidores', () => ({ nombre: 'Tienda', ...SERVIDOR })],
  ['parametros', () => ({ nombre: 'iva', tipo: 'decimal', valor: '0.21' })],
  ['tablas', () => ({ nombre: 'paises', columnas: [{ nombre: 'iso' }] })],
  ['consecutivos', () => ({ nombre: 'facturas' })],
  ['procesos', () => ({ nombre: 'Cobro', categoriaId: idOf('categorias'), flujo: flujo() })],
  [
    'canales',
    () => ({
      nombre: 'Cobros',
      tipo: 'REST',
      ruta: 'cobros',
      acceso: { tipo: 'basico', usuario: 'u', contrasena: 'una contraseña' },
    }),
  ],
  ['tareas-programadas', () => ({ nombre: 'Diaria', procesoId: idOf('procesos'), cron: '0 8 * * *' })],
  ['tokens', () => ({ nombre: 'Socio', canales: [idOf('canales')] })],
])('%s take back what they answer', async (resource, body) => {
  const { id } = (await ask('POST', resource, body())).json()
  ids.set(resource, id)
  const record = await get(`${resource}/${id}`)
  expect(JSON.stringify(record)).not.toMatch(/s3creto|una contraseña/)
  expect((await ask('PUT', `${resource}/${id}`, record)).json()).toEqual({
    ...record,
    revision: record.revision + 1,
    actualizadoEn: expect.any(String),
  })
  expect(await get(resource)).toMatchObject([{ id, nombre: record.nombre }])
})

test('what is published is answered from either side', async () => {
  const proceso = `procesos/${idOf('procesos')}`
  const canal = `canales/${idOf('canales')}`
  expect((await ask('POST', `${proceso}/publicar`)).json()).toMatchObject({ version: 1 })
  const assigned = [{ procesoId: idOf('procesos'), metodo: 'GET', ruta: '/' }]
  const asignaciones = (await ask('PUT', `${canal}/procesos`, assigned)).json()
  expect(await get(`${canal}/procesos`)).toEqual(asignaciones)
  expect((await ask('PUT', `${canal}/procesos`, asignaciones)).json()).toEqual(asignaciones)
  expect(await get('canal-procesos')).toMatchObject([{ canal: 'Cobros', proceso: 'Cobro' }])
  expect(await get(`${proceso}/canales`)).toMatchObject([{ canal: 'Cobros', version: 'publicada' }])
  expect(await get('canales')).toMatchObject([{ procesos: 1 }])
  expect(await get('procesos')).toMatchObject([{ nodos: 3, conCambios: false, versionPublicada: 1 }])
  expect(await get(`${proceso}/versiones/1`)).toMatchObject({ version: 1, publicadaPor: 'raiz' })
})

test.each([
  ['categorias', ['procesos']],
  ['servidores', ['procesos']],
  ['parametros', ['procesos']],
  ['tablas', ['procesos']],
  ['consecutivos', ['procesos']],
  ['procesos', ['canales', 'tareas-programadas']],
  ['canales', ['tokens']],
  ['tareas-programadas', []],
  ['tokens', []],
  ['usuarios', []],
])('%s say that %o use them', async (resource, users) => {
  const usos = await get(`${resource}/${idOf(resource)}/usos`)
  expect(usos.map(({ recurso }: { recurso: string }) => recurso)).toEqual(users)
})

test('what is not kept is answered too', async () => {
  const { proximas } = await get('tareas-programadas/proximas?cron=0+8+*+*+*&cantidad=3')
  expect(proximas).toHaveLength(3)
  const tested = (await ask('POST', 'servidores/probar', SERVIDOR)).json()
  expect(tested.pasos.at(-1)).toMatchObject({ ok: false, error: expect.any(String) })
  expect(await get('consecutivo')).toMatchObject([{ nombre: 'facturas', ultimo: null }])
})

test('what nothing uses any more is removed without a word', async () => {
  ids.delete('usuarios')
  for (const [resource, id] of [...ids].toReversed()) await ask('DELETE', `${resource}/${id}`)
  for (const resource of ids.keys()) expect(await get(resource)).toEqual([])
})
