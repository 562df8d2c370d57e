import type { Flujo } from '@div/contract'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../../db/tables.ts'
import { startTestMotor, type TestMotor } from '../../testing.ts'
import type { TokenGrant } from '../access.ts'
import { ECHO, flujoOf } from '../rest/rest-testing.ts'
import { connectClient } from './testing.ts'

const grants = new Map<string, TokenGrant>()
let motor: TestMotor
let saludar: string
let escribir: string
const clients: Client[] = []

async function addCapacidad(
  values: Partial<Omit<Row<'aiCapabilities'>, 'opciones'>> & { nombre: string; procesoId: string },
) {
  const id = uuid()
  await motor.database.db
    .insertInto('aiCapabilities')
    .values({
      id,
      descripcion: 'Saluda a alguien por su nombre.',
      opciones: '{}',
      escribe: false,
      porMinuto: null,
      enMcp: true,
      activo: true,
      actualizadoPor: null,
      ...values,
    })
    .execute()
  await motor.runtime.definitions.catchUp()
  return id
}

/** The reference client, signed in with a token that may use these tools. */
async function connect(...capacidades: string[]): Promise<Client> {
  const token = uuid()
  grants.set(token, { id: token, canales: [], capacidades })
  const client = await connectClient(motor.url, token)
  clients.push(client)
  return client
}

const PAGINA = 'http://localhost:6274'

/** One message as it travels. */
function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${motor.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer fijo', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

beforeAll(async () => {
  motor = await startTestMotor({
    tokens: { verify: (token) => grants.get(token) ?? null },
    mcpOrigins: [PAGINA, '*'],
  })
  saludar = await addCapacidad({ nombre: 'saludar', procesoId: await motor.publishProceso(ECHO) })
  const roto = flujoOf([], [{ nombre: 'mal', expresion: 'n1.no.hay' }])
  escribir = await addCapacidad({
    nombre: 'fallar',
    escribe: true,
    procesoId: await motor.publishProceso(
      flujoOf(
        [{ nombre: 'divisor', tipo: 'entero', requerido: true }],
        [{ nombre: 'cociente', expresion: '1 / n1.divisor' }],
      ),
    ),
  })
  await addCapacidad({ nombre: 'rota', procesoId: await motor.publishProceso(roto) })
  grants.set('fijo', { id: 'fijo', canales: [], capacidades: [saludar] })
  grants.set('pobre', { id: 'pobre', canales: null, capacidades: [] })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await motor.close()
})

describe("the protocol's own client", () => {
  test('is told which procesos are tools, with the fields of their entrada', async () => {
    const client = await connect(saludar, escribir)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['fallar', 'saludar'])
    expect(tools[1]).toMatchObject({
      description: 'Saluda a alguien por su nombre.',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer', maximum: 1_000 }, nombre: { type: 'string' } },
        required: ['id'],
      },
      outputSchema: { type: 'object', properties: { id: {}, saludo: {} } },
      annotations: { readOnlyHint: true, destructiveHint: false },
    })
    expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  test('calls one and gets its answer as text and as data', async () => {
    const client = await connect(saludar)
    await client.listTools()
    expect(await client.callTool({ name: 'saludar', arguments: { id: 7, nombre: 'ana' } })).toEqual({
      content: [{ type: 'text', text: '{"id":7,"saludo":"Hola, ANA"}' }],
      structuredContent: { id: 7, saludo: 'Hola, ANA' },
    })
  })

  test('gets what it was told of a tool whose salida stands behind a condición', async () => {
    const flujo: Flujo = {
      ...ECHO,
      nodos: [
        ...ECHO.nodos,
        {
          id: 'n3',
          tipo: 'condicion',
          nombre: 'Mayor',
          posicion: { x: 0, y: 0 },
          parametros: [],
          casos: [{ nombre: 'si', expresion: 'n1.id > 10' }],
        },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n3' },
        { id: 'c2', origen: 'n3', destino: 'n2', salida: 'si' },
      ],
    }
    const procesoId = await motor.publishProceso(flujo)
    const client = await connect(await addCapacidad({ nombre: 'mayor', procesoId }))
    await client.listTools()
    expect(await client.callTool({ name: 'mayor', arguments: { id: 1, nombre: 'a' } })).toEqual({
      content: [],
      structuredContent: {},
    })
  })

  test('is told what is wrong with each argument, so that a model can mend its call', async () => {
    const client = await connect(saludar)
    const { isError, content } = await client.callTool({ name: 'saludar', arguments: { id: 'siete' } })
    expect(isError).toBe(true)
    expect(content).toMatchObject([{ type: 'text', text: expect.stringMatching(/\nid: /) }])
  })

  test('is told of a run that fails no more than any caller', async () => {
    const client = await connect(escribir)
    const { isError, content } = await client.callTool({ name: 'fallar', arguments: { divisor: 0 } })
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).toContain('Quien administra')
  })

  test('does not see nor use what its token does not name', async () => {
    const client = await connect(escribir)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['fallar'])
    await expect(client.callTool({ name: 'saludar', arguments: { id: 1 } })).rejects.toThrow('saludar')
    await expect(client.callTool({ name: 'rota' })).rejects.toThrow('rota')
  })

  test('is stopped by the rate of a tool, and told for how long', async () => {
    const procesoId = await motor.publishProceso(ECHO)
    const client = await connect(await addCapacidad({ nombre: 'medida', procesoId, porMinuto: 2 }))
    const call = () => client.callTool({ name: 'medida', arguments: { id: 1, nombre: 'a' } })
    expect([(await call()).isError, (await call()).isError]).toEqual([undefined, undefined])
    const third = await call()
    expect(third.isError).toBe(true)
    expect(JSON.stringify(third.content)).toMatch(/Reintente en \d+ s/)
  })

  test('hears of a tool that is published later, and not of one that is taken back', async () => {
    const procesoId = await motor.publishProceso(ECHO)
    const id = await addCapacidad({ nombre: 'nueva', procesoId })
    const client = await connect(id)
    expect((await client.listTools()).tools).toHaveLength(1)
    await motor.database.db
      .updateTable('aiCapabilities')
      .set({ activo: false })
      .where('id', '=', id)
      .execute()
    await motor.runtime.definitions.catchUp()
    expect((await client.listTools()).tools).toEqual([])
  })
})

test('each call is a run of the history, with where it came from', async () => {
  const answer = await post({
    jsonrpc: '2.0',
    id: 'a',
    method: 'tools/call',
    params: { name: 'saludar', arguments: { id: 3, nombre: 'luz' } },
  })
  const id = answer.headers.get('x-ejecucion-id') ?? ''
  await motor.runtime.history.flush()
  const run = await motor.database.db
    .selectFrom('ejecuciones')
    .select(['origen', 'canalId', 'estado'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(run).toEqual({ origen: 'mcp', canalId: null, estado: 'ok' })
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test.each([
  ['no token', LIST, { authorization: '' }, 401],
  ['an unknown token', LIST, { authorization: 'Bearer otro' }, 401],
  ['a token without tools', LIST, { authorization: 'Bearer pobre' }, 403],
  ['a page of elsewhere', LIST, { origin: 'https://malo.example' }, 403],
  ['a page that reached us by a name of its own', LIST, { origin: 'http://127.0.0.1' }, 403],
  ['a page that says where it was opened from a file', LIST, { origin: 'null' }, 403],
  ['another type of body', LIST, { 'content-type': 'text/plain' }, 415],
  ['a revision of the future', LIST, { 'mcp-protocol-version': '2999-01-01' }, 400],
  ['a body that is no JSON', '{', {}, 400],
  ['a body with a key of the prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}', {}, 400],
])('%s is refused with its status and a message', async (_, body, headers, status) => {
  const answer = await post(body, headers)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
})

test('a page of an origin that is named may ask, call and read why it was refused', async () => {
  const leave = await fetch(`${motor.url}/mcp`, {
    method: 'OPTIONS',
    headers: {
      origin: PAGINA,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    },
  })
  expect([leave.status, Object.fromEntries(leave.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': PAGINA,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,content-type,mcp-protocol-version',
    },
  ])
  for (const [authorization, status] of [
    ['Bearer fijo', 200],
    ['Bearer otro', 401],
  ] as const) {
    const answer = await post(LIST, { origin: PAGINA, authorization })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, PAGINA])
  }
  const stream = await fetch(`${motor.url}/mcp`, { headers: { origin: PAGINA } })
  expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([405, PAGINA])
})

test('a page of another origin is told nothing by which its browser would let it call', async () => {
  for (const method of ['OPTIONS', 'POST', 'GET']) {
    const answer = await fetch(`${motor.url}/mcp`, { method, headers: { origin: 'https://malo.example' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  }
})

test.each([
  [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { id: 1, result: {} },
  ],
  [
    { jsonrpc: '2.0', id: 'x', method: 'resources/list' },
    { id: 'x', error: { code: -32_601 } },
  ],
  [
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { id: null, error: { code: -32_600 } },
  ],
  [
    { jsonrpc: '2.0', id: 2 },
    { id: 2, error: { code: -32_600 } },
  ],
  [
    { jsonrpc: '1.0', id: 2, method: 'ping' },
    { id: null, error: { code: -32_600 } },
  ],
  [[LIST], { id: null, error: { code: -32_600 } }],
  [
    { ...LIST, method: 'tools/call', params: { name: { toString: 1 } } },
    { id: 1, error: { code: -32_602 } },
  ],
  [
    { ...LIST, params: [1] },
    { id: 1, error: { code: -32_602 } },
  ],
  [
    { ...LIST, method: 'tools/call', params: { name: 'saludar', arguments: [] } },
    { id: 1, error: { code: -32_602 } },
  ],
])('%j is answered as JSON-RPC says', async (message, expected) => {
  const answer = await post(message)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', ...expected })
})

test('what nobody waits for an answer to is taken', async () => {
  expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  expect((await post({ jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202)
})

test.each(['GET', 'DELETE'])('%s opens nothing: there is no session', async (method) => {
  const answer = await fetch(`${motor.url}/mcp`, { method, headers: { authorization: 'Bearer fijo' } })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
})

test('an unknown revision is answered with the one that is spoken here', async () => {
  const params = { protocolVersion: '2020-01-01', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  expect(await answer.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
})
