import type { Role } from '@div/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
const tokens = new Map<Role, string>()
const ids = { parametro: '', secreto: '', tabla: '', servidor: '' }

beforeAll(async () => {
  api = await startWholeApi({ limits: { contextoBytes: 20_000 } })
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    await api.addUsuario(role, role)
    tokens.set(role, (await api.signIn(role)).token)
  }
  ids.parametro = await make('parametros', { nombre: 'iva', tipo: 'decimal', valor: '0.21' })
  ids.secreto = await make('parametros', { nombre: 'clave', secreto: true, valor: 'nadie la dice' })
  ids.tabla = await make('tablas', {
    nombre: 'zonas',
    columnas: [{ nombre: 'pais' }, { nombre: 'nota' }, { nombre: 'dias', tipo: 'entero' }],
  })
  const filas = [
    { pais: 'España', nota: 'a|b\nc', dias: 2 },
    { pais: 'España', nota: 'islas', dias: 5 },
    { pais: 'Perú', nota: '', dias: 12 },
  ]
  await call('POST', `tablas/${ids.tabla}/filas/lote`, { body: { filas } })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.deps.db)
  const url = new URL(process.env.DIV_TEST_POSTGRES ?? '')
  ids.servidor = await make('servidores', {
    nombre: 'Nuestra',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    config: {
      host: url.hostname,
      puerto: Number(url.port),
      baseDatos: rows[0]?.name,
      usuario: decodeURIComponent(url.username),
      contrasena: decodeURIComponent(url.password),
    },
  })
})
afterAll(() => api?.close())

async function call(
  method: string,
  path: string,
  { body, role = 'admin' }: { body?: object; role?: Role } = {},
) {
  const answer = await api.call(method, `/api/${path}`, { token: tokens.get(role), ...(body && { body }) })
  return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() }
}

async function make(resource: string, body: object): Promise<string> {
  const { status, json } = await call('POST', resource, { body })
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}

const texto = (text: string) => ({ tipo: 'texto', texto: text })
const preview = (body: object, role?: Role) =>
  call('POST', 'ai-contexts/vista-previa', { body, ...(role && { role }) })

test('pieces are told in their order, with the values of the variables, and their size', async () => {
  const { json } = await preview({
    variables: [{ nombre: 'pais', defecto: 'Perú' }],
    piezas: [
      texto('Vende en {{ pais }}.'),
      { tipo: 'parametro', parametroId: ids.parametro, titulo: 'Impuesto' },
      {
        tipo: 'tabla',
        tablaId: ids.tabla,
        columnas: ['dias', 'nota'],
        filas: 1,
        filtro: { columna: 'pais', valor: '{{pais}}' },
      },
    ],
    valores: { pais: 'España' },
  })
  const expected =
    'Vende en España.\n\n## Impuesto\n\niva: 0.21\n\n| dias | nota |\n| --- | --- |\n| 2 | a\\|b c |'
  expect(json).toEqual({
    texto: expected,
    bytes: Buffer.byteLength(expected),
    tokens: Math.ceil(Buffer.byteLength(expected) / 4),
    piezas: [
      { bytes: 17, tokens: 5 },
      { bytes: 22, tokens: 6 },
      { bytes: expect.any(Number), tokens: expect.any(Number), filasOmitidas: 1 },
    ],
  })
})

test('a value is text: what it holds is not filled again, and one of an inherited name is none', async () => {
  const variables = [
    { nombre: 'a', defecto: '{{b}}' },
    { nombre: 'b', defecto: 'no' },
    { nombre: 'constructor' },
  ]
  const { json } = await preview({
    variables,
    piezas: [texto('{{a}} «{{constructor}}» $& {{b}}')],
    valores: { b: '$&' },
  })
  expect(json.texto).toBe('{{b}} «» $& $&')
})

test('variables are declared, each once, and nobody gives others', async () => {
  const wrong = await preview({ variables: [{ nombre: 'x' }, { nombre: 'x' }], piezas: [texto('{{pais}}')] })
  expect(wrong.json.errores.map(({ campo }: { campo: string }) => campo)).toEqual([
    'variables[1].nombre',
    'piezas[0].texto',
  ])
  const given = await preview({ piezas: [texto('a')], valores: { otra: 'x' } })
  expect(given.json.errores).toMatchObject([{ campo: 'valores.otra' }])
})

test('a secret is never told, neither named now nor one that became a secret', async () => {
  const piezas = [{ tipo: 'parametro', parametroId: ids.secreto }]
  expect((await preview({ piezas })).json.errores).toMatchObject([{ campo: 'piezas[0].parametroId' }])
  const stored = await call('POST', 'ai-contexts', { body: { nombre: 'Con secreto', piezas } })
  expect(stored.json.errores).toMatchObject([{ campo: 'piezas[0].parametroId' }])
  const later = await make('parametros', { nombre: 'luego', valor: 'se ve' })
  const id = await make('ai-contexts', {
    nombre: 'Luego',
    piezas: [{ tipo: 'parametro', parametroId: later }],
  })
  const parametro = (await call('GET', `parametros/${later}`)).json
  await call('PUT', `parametros/${later}`, { body: { ...parametro, secreto: true, valor: 'ya no se ve' } })
  const told = await call('POST', `ai-contexts/${id}/vista-previa`, { body: {} })
  expect(told.status).toBe(422)
  expect(JSON.stringify(told.json)).not.toContain('no se ve')
})

test('the schema of a servidor is told as it stands there, and that it was looked into is written down', async () => {
  const piezas = [
    { tipo: 'esquema', servidorId: ids.servidor, objetos: ['public.tabla_filas', 'public.tablas'] },
  ]
  const { json, status } = await preview({ piezas })
  expect(status, JSON.stringify(json)).toBe(200)
  expect(json.texto).toContain('public.tabla_filas (')
  expect(json.texto).toMatch(/- tabla_id: uuid, clave, → tablas\.id/)
  const entries = await api.deps.db
    .selectFrom('auditoria')
    .select('detalle')
    .where('accion', '=', 'explorar')
    .execute()
  expect(entries.map(({ detalle }) => detalle)).toEqual([{ para: 'contexto' }])
  const gone = await preview({ piezas: [{ ...piezas[0], objetos: ['public.nada'] }] })
  expect(gone.status).toBe(404)
})

test('what is longer than the limit is refused, also where few letters stand for many', async () => {
  const long = {
    variables: [{ nombre: 'x', defecto: 'a'.repeat(10_000) }],
    piezas: [texto('{{x}}'.repeat(3))],
  }
  expect((await preview(long)).json.codigo).toBe('LIMITE_SUPERADO')
  const pieces = await preview({ piezas: Array.from({ length: 3 }, () => texto('é'.repeat(5_000))) })
  expect(pieces.json.codigo).toBe('LIMITE_SUPERADO')
})

test('a context exists for its roles only, and what it is read from stays, also for who does not see it', async () => {
  const body = { nombre: 'Solo lectura', roles: ['lectura'], piezas: [{ tipo: 'tabla', tablaId: ids.tabla }] }
  expect((await call('POST', 'ai-contexts', { body, role: 'operador' })).json.errores).toMatchObject([
    { campo: 'roles' },
  ])
  const id = await make('ai-contexts', body)
  expect((await call('GET', `ai-contexts/${id}`, { role: 'operador' })).status).toBe(404)
  expect((await call('POST', `ai-contexts/${id}/vista-previa`, { body: {}, role: 'operador' })).status).toBe(
    404,
  )
  expect(
    (await call('POST', `ai-contexts/${id}/vista-previa`, { body: {}, role: 'lectura' })).json.texto,
  ).toContain('Perú')
  expect((await preview({ piezas: [texto('a')] }, 'lectura')).status).toBe(403)
  expect((await call('GET', `tablas/${ids.tabla}/usos`, { role: 'operador' })).json).toEqual([])
  expect((await call('GET', `tablas/${ids.tabla}/usos`)).json).toMatchObject([{ recurso: 'ai-contexts', id }])
  for (const role of ['operador', 'admin'] as const)
    expect((await call('DELETE', `tablas/${ids.tabla}`, { role })).json.codigo).toBe('EN_USO')
})

test('a column that a tabla no longer has is said by its name', async () => {
  const piezas = [{ tipo: 'tabla', tablaId: ids.tabla, columnas: ['ciudad'] }]
  expect((await preview({ piezas })).json.errores).toEqual([
    { campo: 'piezas[0].columnas', mensaje: 'La tabla «zonas» no tiene la columna «ciudad».' },
  ])
  const filtro = { columna: 'dias', operador: 'minimo', valor: 'muchos' }
  const wrong = await preview({ piezas: [{ tipo: 'tabla', tablaId: ids.tabla, filtro }] })
  expect(wrong.json.errores).toMatchObject([{ campo: 'piezas[0].filtro.valor' }])
})
