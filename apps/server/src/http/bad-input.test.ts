import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../api/testing-whole.ts'

const MAX_BYTES = 50_000

let api: WholeApi
let token: string
const logged: string[] = []

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  api = await startWholeApi({
    limits: { cuerpoBytes: MAX_BYTES, direccionBytes: 30_000 },
    log: pino(destination),
  })
  await api.addUsuario('raiz', 'admin')
  token = (await api.signIn('raiz')).token
})
afterAll(() => api.close())

const post = (body: string | Buffer, contentType?: string) =>
  api.call('POST', '/api/categorias', {
    token,
    body,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  })
const count = async () => (await api.call('GET', '/api/categorias', { token })).headers['x-total-count']

describe('a body that is not what it should be writes nothing', () => {
  const json = 'application/json'
  test.each([
    ['malformed', '{"nombre":', json, 400, 'CUERPO_INVALIDO', 'termina antes de tiempo'],
    [
      'too large',
      `{"nombre":"${'a'.repeat(MAX_BYTES)}"}`,
      json,
      413,
      'CUERPO_DEMASIADO_GRANDE',
      '50000 bytes',
    ],
    ['too deep', '['.repeat(20_000), json, 400, 'CUERPO_INVALIDO', 'profundidad máxima de 64'],
    [
      'with a repeated key',
      '{"nombre":"a","nombre":"b"}',
      json,
      400,
      'CUERPO_INVALIDO',
      '«nombre» está repetida',
    ],
    [
      'with __proto__',
      '{"nombre":"a","__proto__":{}}',
      json,
      400,
      'CUERPO_INVALIDO',
      '«__proto__» no se admite',
    ],
    ['with a NUL', '{"nombre":"a\\u0000"}', json, 400, 'CUERPO_INVALIDO', 'carácter nulo'],
    ['with half a character', '{"nombre":"a\\ud83d"}', json, 400, 'CUERPO_INVALIDO', 'mitad de un carácter'],
    ['in bad UTF-8', Buffer.from([0x22, 0xff, 0x22]), json, 400, 'CUERPO_INVALIDO', 'UTF-8'],
    ['that is no object', '[]', json, 422, 'DATOS_INVALIDOS', 'corregir'],
    ['that is empty', '', json, 422, 'DATOS_INVALIDOS', 'corregir'],
    [
      'in another charset',
      '{}',
      'application/json; charset=latin1',
      415,
      'TIPO_DE_MEDIO_NO_ADMITIDO',
      'latin1',
    ],
    ['as text', '{}', 'text/plain', 415, 'TIPO_DE_MEDIO_NO_ADMITIDO', '«text/plain»'],
    [
      'as a form',
      'nombre=a',
      'application/x-www-form-urlencoded',
      415,
      'TIPO_DE_MEDIO_NO_ADMITIDO',
      'application/json',
    ],
    ['as a file', '--x--', 'multipart/form-data; boundary=x', 415, 'TIPO_DE_MEDIO_NO_ADMITIDO', 'multipart'],
    ['as almost JSON', '{}', 'application/jsonp', 415, 'TIPO_DE_MEDIO_NO_ADMITIDO', 'jsonp'],
    ['as two types', '{}', 'application/json, text/plain', 415, 'TIPO_DE_MEDIO_NO_ADMITIDO', 'text/plain'],
    ['of no type', Buffer.from('{}'), undefined, 415, 'TIPO_DE_MEDIO_NO_ADMITIDO', '«ninguno»'],
  ] as const)('%s', async (_, body, contentType, status, codigo, detail) => {
    const before = await count()
    const answer = await post(body, contentType)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = answer.json()
    expect(problem).toMatchObject({ type: 'about:blank', status, codigo })
    expect(problem.detail).toContain(detail)
    expect(await count()).toBe(before)
  })

  test('a wrong type of a field is named in Spanish', async () => {
    const { errores } = (await post('{"nombre":7,"otra":1}', 'application/json')).json()
    expect(errores).toEqual([
      { campo: 'nombre', mensaje: 'Se esperaba un texto y llegó un número.' },
      {
        campo: 'otra',
        mensaje: 'Este dato no existe aquí. Los que hay: descripcion, color, padreId, orden, nombre.',
      },
    ])
  })
})

describe('a form that imports a file', () => {
  const part = (disposition: string, text = 'n\r\n1') =>
    `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`
  const file = part('name="archivo"; filename="a.csv"')
  test.each([
    ['no file', '--x--\r\n', 'no se envió ninguno'],
    ['two files', `${file}${file}--x--\r\n`, 'se envió más de uno'],
    ['a field that is no file', `${part('name="otro"')}--x--\r\n`, 'un campo que no es un archivo'],
    ['a reserved name', `${part('name="__proto__"; filename="a.csv"')}--x--\r\n`, 'reservado'],
    ['no boundary', '', 'incompleto', 'multipart/form-data'],
    ['half a file', part('name="archivo"; filename="a.csv"').slice(0, -4), 'incompleto'],
  ])('with %s is refused', async (_, body, motivo, contentType = 'multipart/form-data; boundary=x') => {
    const tabla = { nombre: 'importada', columnas: [{ nombre: 'n', tipo: 'entero' }] }
    const { id } = (await api.call('POST', '/api/tablas', { token, body: tabla })).json()
    const answer = await api.call('POST', `/api/tablas/${id}/importar`, {
      token,
      body,
      headers: { 'content-type': contentType },
    })
    await api.call('DELETE', `/api/tablas/${id}`, { token })
    expect(answer.json()).toMatchObject({ status: 422, codigo: 'ARCHIVO_ILEGIBLE' })
    expect(answer.json().detail).toContain(motivo)
  })
})

test.each([
  ['10,000 parameters', `q=a${'&a=1'.repeat(9_999)}`, 400, 'DEMASIADOS_PARAMETROS'],
  ['an endless address', `q=${'a'.repeat(30_000)}`, 414, 'DIRECCION_DEMASIADO_LARGA'],
  ['a repeated parameter', 'q=a&q=b', 400, 'DIRECCION_INVALIDA'],
  ['a NUL', 'q=%00', 400, 'DIRECCION_INVALIDA'],
  ['an order by SQL', 'orden=nombre;drop%20table%20categorias', 422, 'DATOS_INVALIDOS'],
  ['a limit that is none', 'limite=todo', 422, 'DATOS_INVALIDOS'],
])('a query with %s is refused', async (_, query, status, codigo) => {
  const answer = await api.call('GET', `/api/categorias?${query}`, { token })
  expect(answer.json()).toMatchObject({ status, codigo })
})

test.each(["' or '1'='1", '%', '_', '\\', "'; drop table categorias; --"])(
  'searching for %s finds only what holds it',
  async (q) => {
    await post('{"nombre":"Cualquiera"}', 'application/json')
    const answer = await api.call('GET', `/api/categorias?q=${encodeURIComponent(q)}`, { token })
    expect(answer.json()).toEqual([])
  },
)

test.each(['no-es-uuid', "1' or '1'='1", '00000000-0000-0000-0000-000000000000', '__proto__'])(
  'an id such as %s names nothing',
  async (id) => {
    const answer = await api.call('GET', `/api/categorias/${encodeURIComponent(id)}`, { token })
    expect(answer.json()).toMatchObject({ status: 404, codigo: 'NO_ENCONTRADO' })
  },
)

test('an unknown path and a broken address are problems as well', async () => {
  expect((await api.call('GET', '/api/nada?x=1')).json()).toMatchObject({
    status: 404,
    title: 'No encontrado',
    detail: 'No hay nada publicado en GET /api/nada.',
  })
  expect((await api.call('GET', '/api/%zz')).json()).toMatchObject({
    status: 400,
    codigo: 'DIRECCION_INVALIDA',
  })
})

test('a method that a path has not is 405 and lists those that it has', async () => {
  const { id } = (await post('{"nombre":"Con métodos"}', 'application/json')).json()
  const answers = await Promise.all([
    api.call('PATCH', '/api/procesos', { token }),
    api.call('POST', `/api/categorias/${id}?x=1`, { token }),
  ])
  expect(answers.map(({ headers }) => headers.allow)).toEqual(['GET, HEAD, POST', 'GET, HEAD, PUT, DELETE'])
  expect(answers[0]?.json()).toMatchObject({
    status: 405,
    codigo: 'METODO_NO_PERMITIDO',
    detail: expect.stringContaining('PATCH'),
  })
})

test('a compressed body is refused by the name of its encoding', async () => {
  const answer = await api.call('POST', '/api/categorias', {
    token,
    body: gzipSync('{"nombre":"Comprimida"}'),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })
  expect(answer.json()).toMatchObject({
    status: 415,
    codigo: 'CODIFICACION_NO_ADMITIDA',
    detail: expect.stringContaining('Content-Encoding: gzip'),
  })
})

test('a request that names no host is a problem like any other', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/ping HTTP/1.1\r\nConnection: close\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toContain('HTTP/1.1 400')
  expect(answer).toContain('application/problem+json')
  expect(answer).toContain('Falta la cabecera Host.')
})

test('a bug of ours is logged with its cause and says nothing to whoever asked', async () => {
  await api.deps.db.schema.alterTable('categorias').renameTo('categorias_perdidas').execute()
  const answer = await api.call('GET', '/api/categorias', { token })
  await api.deps.db.schema.alterTable('categorias_perdidas').renameTo('categorias').execute()
  expect(answer.json()).toEqual({
    type: 'about:blank',
    title: 'Error interno',
    status: 500,
    detail: 'Error interno',
    codigo: 'ERROR_INTERNO',
    errores: [],
  })
  expect(logged.join('')).toContain('relation \\"categorias\\" does not exist')
})

test('every answer forbids foreign scripts, frames and guesses of its type', async () => {
  for (const url of ['/api/docs', '/api/nada', '/api/ping']) {
    const { headers } = await api.call('GET', url)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test('whoever sends slowly loses the connection', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = api.app.server
  expect({ requestTimeout, headersTimeout, keepAliveTimeout }).toEqual({
    requestTimeout: 60_000,
    headersTimeout: 15_000,
    keepAliveTimeout: 72_000,
  })
})
