import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProcesoThatCalls, startTestServidores, type TestServidores } from './testing.ts'

let servidores: TestServidores
let server: Server
let origin: string
/** What the service says of itself now, by path. */
let documents: Record<string, string> = {}
const asked: IncomingMessage[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request)
    const text = documents[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  origin = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}`
  servidores = await startTestServidores()
})
afterAll(async () => {
  await servidores.close()
  server.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  servidores.api.call(method, `/api/${path}`, { ...(body && { body }) })

const rest = (nombre: string, config: object) => ({
  nombre,
  tipoServidor: 'rest',
  permitirRedPrivada: true,
  config,
})

const yaml = (operations: string) => `openapi: 3.1.0
info: { title: Tienda, version: '1' }
servers: [{ url: /v1 }]
paths:
${operations}
components:
  securitySchemes: { llave: { type: apiKey, in: header, name: X-Llave } }
`
const SEE = `  /clientes/{id}:
    get:
      operationId: verCliente
      summary: Un cliente
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: campos, in: query, explode: false, schema: { type: array, items: { type: string } } }
      responses: { '200': { description: '', content: { application/json: { schema: { $ref: 'tipos.yaml#/Cliente' } } } } }`
const REMOVE = `
    delete: { operationId: borrarCliente, responses: {} }`
const TYPES =
  'Cliente: { type: object, properties: { nombre: { type: string }, alta: { type: string, format: date } } }'

test('a contract says where the service lies, what can be asked and what it answers', async () => {
  documents = { '/api/openapi.yaml': yaml(SEE + REMOVE), '/api/tipos.yaml': TYPES }
  const contrato = `${origin}/api/openapi.yaml`
  const created = await call('POST', 'servidores', rest('Tienda', { contrato }))
  expect(created.statusCode).toBe(201)
  const { id, config } = created.json()
  expect(config).toMatchObject({ urlBase: `${origin}/v1` })

  const listed = await call('GET', `servidores/${id}/objetos?q=ver`)
  expect(listed.json()).toEqual([
    {
      nombre: 'verCliente',
      tipoObjeto: 'operacion',
      clase: 'GET /clientes/{id}',
      descripcion: 'Un cliente',
      objeto: {
        metodo: 'GET',
        ruta: '/clientes/{id}',
        lugares: { campos: { lugar: 'consulta', estilo: 'comas' } },
        cabeceras: {},
      },
    },
  ])
  const detail = await call('GET', `servidores/${id}/objetos/verCliente?tipoObjeto=operacion`)
  expect(detail.json()).toMatchObject({
    parametros: [
      { nombre: 'id', tipo: 'entero', nulo: false, tipoNativo: 'en la ruta' },
      { nombre: 'campos', tipo: 'lista', nulo: true, tipoNativo: 'en la consulta' },
    ],
    salida: [
      { nombre: 'estado', tipo: 'entero' },
      { nombre: 'cabeceras', tipo: 'objeto' },
      {
        nombre: 'cuerpo',
        tipo: 'objeto',
        campos: [
          { nombre: 'nombre', tipo: 'texto' },
          { nombre: 'alta', tipo: 'fecha' },
        ],
      },
    ],
  })

  const before = asked.length
  const stored = await call('PUT', `servidores/${id}`, { ...created.json(), descripcion: 'La misma' })
  expect(stored.json().config).toEqual(config)
  expect(asked.length).toBe(before)

  documents = {
    ...documents,
    '/api/openapi.yaml': yaml(SEE),
    '/api/tipos.yaml': TYPES.replace('date', 'date-time'),
  }
  const review = await call('POST', 'servidores/contrato', { ...rest('Tienda', config), id })
  expect(review.json()).toMatchObject({
    resumen: 'Tienda · OpenAPI 3.1.0 · 1 operación',
    opciones: [
      { grupo: 'Dirección base', titulo: `${origin}/v1`, config: { urlBase: `${origin}/v1` } },
      {
        grupo: 'Autenticación',
        titulo: 'Clave de API X-Llave (cabecera)',
        config: { autenticacion: { tipo: 'apiKey', lugar: 'cabecera', nombre: 'X-Llave', clave: '' } },
      },
    ],
    cambios: { agregadas: [], quitadas: ['borrarCliente'], cambiadas: ['verCliente'] },
    afectados: [],
    avisos: [],
  })
})

/** Two versions of one service, in each notation: an operation that asks for more, one that goes and one that comes. */
const VERSIONES: [formato: string, before: string, after: string][] = [
  [
    'OpenAPI 3.1.0',
    yaml(SEE + REMOVE),
    yaml(`${SEE.replace('type: integer', 'type: string')}
    post: { operationId: crearCliente, responses: {} }`),
  ],
  [
    'Swagger 2.0',
    swagger({ get: seeCliente('integer'), delete: { operationId: 'borrarCliente', responses: {} } }),
    swagger({ get: seeCliente('string'), post: { operationId: 'crearCliente', responses: {} } }),
  ],
  [
    'Postman 2.1',
    postman([request('verCliente', 'GET', []), request('borrarCliente', 'DELETE', [])]),
    postman([request('verCliente', 'GET', ['campos']), request('crearCliente', 'POST', [])]),
  ],
]

function seeCliente(tipo: string): object {
  return {
    operationId: 'verCliente',
    parameters: [{ name: 'id', in: 'path', required: true, type: tipo }],
    responses: {},
  }
}

function swagger(operations: object): string {
  return JSON.stringify({
    swagger: '2.0',
    info: { title: 'Tienda', version: '1' },
    basePath: '/v1',
    paths: { '/clientes/{id}': operations },
  })
}

function request(name: string, method: string, query: readonly string[]): object {
  const url = {
    raw: 'https://tienda.ejemplo/v1/clientes/:id',
    protocol: 'https',
    host: ['tienda', 'ejemplo'],
    path: ['v1', 'clientes', ':id'],
    variable: [{ key: 'id', value: '7' }],
    query: query.map((key) => ({ key, value: '' })),
  }
  return { name, request: { method, url } }
}

function postman(item: readonly object[]): string {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return JSON.stringify({ info: { name: 'Tienda', schema }, item })
}

test.each(VERSIONES)(
  'a refresh of %s tells what changed and which procesos that breaks',
  async (formato, before, after) => {
    documents = { '/tienda': before, '/tipos.yaml': TYPES }
    const servidor = rest(`Tienda en ${formato}`, { contrato: `${origin}/tienda`, urlBase: `${origin}/v1` })
    const created = await call('POST', 'servidores', servidor)
    expect(created.statusCode, created.body).toBe(201)
    const { id, config } = created.json()
    for (const operacion of ['verCliente', 'borrarCliente', 'otra'])
      await addProcesoThatCalls(servidores, {
        nombre: `${operacion} en ${formato}`,
        servidorId: id,
        tipoServidor: 'rest',
        objeto: { nombre: operacion, metodo: 'GET', ruta: '/clientes/{id}' },
      })
    const refresh = async () =>
      (await call('POST', 'servidores/contrato', { ...servidor, config, id })).json()
    expect(await refresh()).toMatchObject({
      cambios: { agregadas: [], quitadas: [], cambiadas: [] },
      afectados: [],
    })
    documents = { ...documents, '/tienda': after }
    const review = await refresh()
    expect(review).toMatchObject({
      cambios: { agregadas: ['crearCliente'], quitadas: ['borrarCliente'], cambiadas: ['verCliente'] },
      afectados: [
        { recurso: 'procesos', nombre: `borrarCliente en ${formato}`, detalle: 'borrarCliente' },
        { recurso: 'procesos', nombre: `verCliente en ${formato}`, detalle: 'verCliente' },
      ],
    })
    expect(review.resumen).toContain(formato)
    expect(review.cambios.diferencias.verCliente.join()).toMatch(/id|campos/)
  },
)

test('files that are uploaded together are one contract, the main one wherever it stands', async () => {
  const archivos = [
    { nombre: 'tipos.yaml', contenido: TYPES },
    { nombre: 'tienda.yaml', contenido: yaml(SEE) },
  ]
  const without = await call('POST', 'servidores/contrato', rest('Subida', { archivos }))
  expect(without.json()).toMatchObject({ status: 422, errores: [{ campo: 'config.urlBase' }] })
  const config = { archivos, urlBase: `${origin}/v2` }
  const created = await call('POST', 'servidores', rest('Subida', config))
  expect(created.json().config).toMatchObject({ archivos: [], urlBase: `${origin}/v2` })
  const listed = await call('GET', `servidores/${created.json().id}/objetos`)
  expect(listed.json()).toMatchObject([{ nombre: 'verCliente' }])
})

test('the secrets of a servidor go to its own contract only', async () => {
  documents = { '/openapi.json': yaml(SEE), '/tipos.yaml': TYPES }
  const autenticacion = { tipo: 'bearer', token: 's3creto' }
  const read = async (urlBase: string) => {
    const config = { contrato: `${origin}/openapi.json`, urlBase, autenticacion }
    await call('POST', 'servidores/contrato', rest('Con secreto', config))
    return asked.at(-1)?.headers.authorization
  }
  expect(await read(`${origin}/v1`)).toBe('Bearer s3creto')
  expect(await read('https://otro.ejemplo/v1')).toBeUndefined()
})

test.each([
  [{}, 'config.urlBase'],
  [{ contrato: 'ftp://ejemplo/x' }, 'config.contrato'],
  [{ contrato: 'https://ejemplo/x', archivos: [{ nombre: 'a', contenido: 'b' }] }, 'config.archivos'],
])('%j is refused at %s', async (config, campo) => {
  const answer = await call('POST', 'servidores', rest('Rechazada', config))
  expect(answer.json()).toMatchObject({ status: 422, errores: [{ campo }] })
})

test('what is no contract is refused with its reason', async () => {
  documents = { '/x': '<html></html>' }
  const answer = await call('POST', 'servidores/contrato', rest('Página', { contrato: `${origin}/x` }))
  expect(answer.json()).toMatchObject({ codigo: 'DOCUMENTO_INVALIDO' })
  const missing = await call('POST', 'servidores/contrato', rest('Nada', { contrato: `${origin}/no` }))
  expect(missing.json()).toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
})
