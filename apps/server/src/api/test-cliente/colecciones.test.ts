import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerColecciones } from './colecciones.ts'

const PERSON = '01890000-0000-7000-8000-0000000000aa'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      app.addHook('onRequest', async ({ usuario }) => {
        usuario.id = PERSON
      })
      registerColecciones(app, deps)
    },
    async () => ({ config: readConfig({ DIV_LIMITE_ENTORNOS: '2' }) }),
  )
  await api.deps.db
    .insertInto('usuarios')
    .values({
      id: PERSON,
      username: 'ana',
      email: 'ana@prueba.es',
      role: 'operador',
      passwordHash: '-',
      activo: true,
      ultimoAcceso: null,
      actualizadoPor: null,
    })
    .execute()
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

const VARIABLES = [
  { nombre: 'base', valor: 'https://api.ejemplo' },
  { nombre: 'clave', secreto: true, valor: 's3creto' },
]
const bring = (nombre: string) =>
  api.call('POST', '/api/colecciones/importar', {
    body: { coleccion: { nombre, peticiones: [PETICION] }, variables: VARIABLES },
    role: 'operador',
  })
const nombresIn = async (table: 'colecciones' | 'entornos') =>
  (await api.deps.db.selectFrom(table).select('nombre').orderBy('nombre').execute()).map(
    ({ nombre }) => nombre,
  )

test('what is brought is stored with the values that it names, or nothing of it is', async () => {
  const brought = await bring('Tienda')
  expect(brought.statusCode).toBe(201)
  expect(brought.json()).toMatchObject({
    coleccion: { nombre: 'Tienda', peticiones: [{ nombre: 'Consultar' }] },
    entorno: {
      nombre: 'Tienda',
      variables: [
        { nombre: 'base', valor: 'https://api.ejemplo' },
        { nombre: 'clave', secreto: true, valor: { definido: true } },
      ],
    },
  })
  expect(brought.body).not.toContain('s3creto')
  // The colección has a name that is taken: there is no second entorno either.
  expect((await bring('Tienda')).statusCode).toBe(409)
  expect(await nombresIn('entornos')).toEqual(['Tienda'])
  // An entorno whose name is taken gets another one.
  const { id } = brought.json().coleccion
  await api.call('DELETE', `/api/colecciones/${id}`)
  expect((await bring('Tienda')).json()).toMatchObject({ entorno: { nombre: 'Tienda (2)' } })
  // This person has no room for another entorno: there is no colección either.
  expect((await bring('Otra')).statusCode).toBeGreaterThanOrEqual(400)
  expect(await nombresIn('colecciones')).toEqual(['Tienda'])
  expect(await nombresIn('entornos')).toEqual(['Tienda', 'Tienda (2)'])
})

test('who may only read brings none', async () => {
  const body = { coleccion: { nombre: 'x' } }
  const answer = await api.call('POST', '/api/colecciones/importar', { body, role: 'lectura' })
  expect(answer.statusCode).toBe(403)
})
