import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Binario,
  LIMITS,
  type Limits,
  type LlamadaContext,
  poolSchema,
  resilienciaSchema,
} from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { createPools, type Pools, type ServidorActivo } from './pools.ts'
import type { DescribeRun } from './servidor-handle.ts'
import { testServidor } from './test-servidor.ts'
import { testContext, testPorts } from './testing.ts'

const open: Server[] = []
const pools: Pools[] = []
afterEach(async () => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
  await Promise.all(pools.splice(0).map((each) => each.close()))
})

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = (seen: Seen, response: ServerResponse) => void

async function serve(answer: Answer): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces).toString(),
    }
    seen.push(call)
    answer(call, response)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  return { url: `http://127.0.0.1:${address.port}`, seen }
}

const json = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

function servidorOf(config: Record<string, unknown>, changes: Partial<ServidorActivo> = {}): ServidorActivo {
  return {
    id: 's1',
    nombre: 'Tienda',
    tipoServidor: 'rest',
    activo: true,
    permitirRedPrivada: true,
    config,
    pool: poolSchema.parse({}),
    resiliencia: resilienciaSchema.parse({}),
    ...changes,
  }
}

function createTestPools(
  servidor: ServidorActivo,
  limits: Partial<Limits> = {},
  describeRun?: DescribeRun,
): Pools & { change(next: ServidorActivo): void } {
  let current = servidor
  const created = createPools({
    loadServidor: (id) => (id === current.id ? current : undefined),
    interno: testPorts(),
    limits: { ...LIMITS, ...limits },
    log: { warn() {} },
    ...(describeRun && { describeRun }),
  })
  pools.push(created)
  return Object.assign(created, {
    change(next: ServidorActivo) {
      current = next
      created.apply(next.id)
    },
  })
}

function prepare(target: Pools, objeto: Record<string, unknown>, parametros: readonly string[] = []) {
  return target.prepare({
    nodo: 'n1',
    nombreNodo: 'Llamar',
    servidorId: 's1',
    tipoServidor: 'rest',
    tipoObjeto: 'operacion',
    objeto,
    parametros,
  })
}

async function callOnce(
  config: Record<string, unknown>,
  objeto: Record<string, unknown>,
  values: Record<string, unknown> = {},
  context: LlamadaContext = testContext(),
) {
  return prepare(createTestPools(servidorOf(config)), objeto, Object.keys(values)).call(values, context)
}

test('parameters go to the path, the query, a header and the body by their places', async () => {
  const { url, seen } = await serve((_, response) => json(response, { ok: true }, { 'x-a': 'b' }, 201))
  const output = await callOnce(
    { urlBase: `${url}/v1/`, cabeceras: { 'X-Fija': '1' } },
    {
      metodo: 'POST',
      ruta: '/clientes/{id}/pedidos',
      consulta: { fijo: 'sí' },
      lugares: { q: { lugar: 'consulta' }, traza: { lugar: 'cabecera', nombre: 'X-Traza' } },
      claveIdempotencia: 'Idempotency-Key',
    },
    { id: 'a/b ñ', q: ['1', '2'], traza: 't', total: 5, lineas: [{ n: 1 }] },
  )
  expect(output).toMatchObject({ estado: 201, cabeceras: { 'x-a': 'b' }, cuerpo: { ok: true } })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/v1/clientes/a%2Fb%20%C3%B1/pedidos?fijo=s%C3%AD&q=1&q=2',
    headers: {
      'x-traza': 't',
      'x-fija': '1',
      'idempotency-key': 'e1/n1/1',
      'content-type': 'application/json',
    },
    body: '{"total":5,"lineas":[{"n":1}]}',
  })
})

test.each([
  ['formulario', { a: 'x y', b: 2 }, 'a=x+y&b=2'],
  ['xml', { cuerpo: '<a/>' }, '<a/>'],
  ['texto', { cuerpo: 'hola' }, 'hola'],
  ['binario', { cuerpo: new Binario(Buffer.from('AB')) }, 'AB'],
  ['json', { cuerpo: [1, 2] }, '[1,2]'],
] as const)('a body of type %s is written as such', async (cuerpo, values, text) => {
  const { url, seen } = await serve((_, response) => json(response, null))
  await callOnce({ urlBase: url }, { metodo: 'POST', cuerpo }, { ...values })
  expect(seen[0]?.body).toBe(text)
})

test('a multipart body carries fields and files', async () => {
  const { url, seen } = await serve((_, response) => json(response, null))
  await callOnce(
    { urlBase: url },
    { metodo: 'POST', cuerpo: 'multipart' },
    { a: 'x', f: new Binario(Buffer.from('AB')) },
  )
  const form = await new Response(seen[0]?.body, {
    headers: { 'content-type': String(seen[0]?.headers['content-type']) },
  }).formData()
  expect(form.get('a')).toBe('x')
  const file = form.get('f')
  expect(typeof file === 'object' && file !== null ? await file.text() : file).toBe('AB')
})

test.each(['..', '.'])('a path value %s is refused', async (id) => {
  await expect(
    callOnce({ urlBase: 'http://127.0.0.1:1' }, { ruta: '/a/{id}/b' }, { id }),
  ).rejects.toMatchObject({
    codigo: 'DATOS_INVALIDOS',
  })
})

test.each([
  [{ tipo: 'basico', usuario: 'ana', contrasena: 'x' }, { authorization: 'Basic YW5hOng=' }, '/'],
  [{ tipo: 'bearer', token: 't' }, { authorization: 'Bearer t' }, '/'],
  [{ tipo: 'apiKey', nombre: 'X-Clave', clave: 'k' }, { 'x-clave': 'k' }, '/'],
  [{ tipo: 'apiKey', lugar: 'consulta', nombre: 'clave', clave: 'k&' }, {}, '/?clave=k%26'],
])('it signs in with %o', async (autenticacion, headers, path) => {
  const { url, seen } = await serve((_, response) => json(response, null))
  await callOnce({ urlBase: url, autenticacion }, {})
  expect(seen[0]).toMatchObject({ url: path, headers })
})

test('an OAuth 2 token is asked for once, kept, and renewed when it is refused', async () => {
  let tokens = 0
  const { url, seen } = await serve((call, response) => {
    if (call.url === '/token') return json(response, { access_token: `t${++tokens}`, expires_in: 3_600 })
    return json(response, null, {}, call.headers.authorization === 'Bearer t1' && seen.length > 5 ? 401 : 200)
  })
  const autenticacion = { tipo: 'oauth2', urlToken: `${url}/token`, clienteId: 'c', clienteSecreto: 's' }
  const call = prepare(createTestPools(servidorOf({ urlBase: url, autenticacion })), {})
  await Promise.all([1, 2, 3].map(() => call.call({}, testContext())))
  expect(tokens).toBe(1)
  expect(seen[0]).toMatchObject({ url: '/token', headers: { authorization: 'Basic Yzpz' } })
  await call.call({}, testContext())
  await call.call({}, testContext())
  expect(tokens).toBe(2)
})

test('a status that is no success is an error with the beginning of the body, unless it is declared', async () => {
  const { url } = await serve((_, response) => json(response, { falta: 'id' }, {}, 404))
  await expect(callOnce({ urlBase: url }, {})).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    extra: { estado: 404, cuerpo: '{"falta":"id"}', reintentable: false },
  })
  expect(await callOnce({ urlBase: url }, { estadosOk: [404] })).toMatchObject({
    estado: 404,
    cuerpo: { falta: 'id' },
  })
})

test.each([
  [{ paginas: 2 }, 'paginas'],
  [{ elementos: 5 }, 'elementos'],
])('a paginated reading obeys the limits of the operator (%o)', async (limits, limite) => {
  const { url, seen } = await serve((_, response) => json(response, [1, 2]))
  const target = createTestPools(servidorOf({ urlBase: url }), limits)
  const call = prepare(target, { paginacion: { tipo: 'pagina' } })
  await expect(call.call({}, testContext())).rejects.toMatchObject({
    codigo: 'LIMITE_SUPERADO',
    message: expect.stringContaining(limite),
  })
  expect(seen.length).toBeLessThanOrEqual(3)
})

test('an idempotent method is sent again as Retry-After says; another is not', async () => {
  const { url, seen } = await serve((_, response) =>
    seen.length === 1 ? json(response, null, { 'retry-after': '0' }, 503) : json(response, 'ya'),
  )
  const reintentos = { max: 2, esperaMs: 1 }
  expect(await callOnce({ urlBase: url }, { reintentos })).toMatchObject({ cuerpo: 'ya' })
  seen.splice(0)
  await expect(callOnce({ urlBase: url }, { metodo: 'POST', reintentos })).rejects.toMatchObject({
    extra: { estado: 503 },
  })
  expect(seen).toHaveLength(1)
})

test.each([
  ['siguienteEnlace', { tipo: 'siguienteEnlace', elementos: 'filas' }],
  ['cursor', { tipo: 'cursor', elementos: 'filas', ruta: 'siguiente' }],
  ['pagina', { tipo: 'pagina', elementos: 'filas' }],
  ['desplazamiento', { tipo: 'desplazamiento', elementos: 'filas', limite: 2 }],
])('pages by %s are gathered, and streamed one by one', async (_, paginacion) => {
  const { url } = await serve((call, response) => {
    const query = new URL(call.url, 'http://x').searchParams
    const start = Number(
      query.get('desde') ?? query.get('cursor') ?? (Number(query.get('pagina') ?? 1) - 1) * 2,
    )
    const next = start + 2
    json(
      response,
      { filas: [0, 1, 2, 3, 4].slice(start, next), siguiente: next < 5 ? next : null },
      next < 5 ? { link: `</x>; rel="prev", </?cursor=${next}>; rel="next last"` } : {},
    )
  })
  const call = prepare(createTestPools(servidorOf({ urlBase: url })), { paginacion })
  expect(await call.call({}, testContext())).toMatchObject({ estado: 200, cuerpo: [0, 1, 2, 3, 4] })
  if (!call.stream) throw new Error('a paginated reading has a stream')
  const batches = await gather(call.stream({}, testContext()))
  expect(batches.flat()).toEqual([0, 1, 2, 3, 4])
})

test('cancelling the run ends the request', async () => {
  const { url } = await serve(() => {})
  const context = testContext()
  const call = callOnce({ urlBase: url }, {}, {}, context)
  setTimeout(() => context.abort(new Error('cancelada')), 20)
  await expect(call).rejects.toThrow('cancelada')
})

test('the servidor’s own time limit ends a call that the run would wait for', async () => {
  const { url } = await serve(() => {})
  const target = createTestPools(
    servidorOf({ urlBase: url }, { resiliencia: resilienciaSchema.parse({ tiempoMaximoMs: 50 }) }),
  )
  await expect(prepare(target, {}).call({}, testContext())).rejects.toMatchObject({
    codigo: 'TIEMPO_AGOTADO',
  })
})

test('who holds a connection and who waits for one are told with their run', async () => {
  const { url, seen } = await serve(() => {})
  const servidor = servidorOf({ urlBase: url }, { pool: poolSchema.parse({ max: 1 }) })
  const describeRun: DescribeRun = (idEjecucion) => ({
    procesoId: `proceso-de-${idEjecucion}`,
    proceso: 'Cobros',
    canalId: null,
    canal: null,
    nodoMotor: 'm1',
  })
  const target = createTestPools(servidor, {}, describeRun)
  const call = prepare(target, {})
  const contexts = ['e1', 'e2'].map((idEjecucion) => testContext({ idEjecucion }))
  const calls = contexts.map((context) => call.call({}, context))
  while (seen.length === 0) await pause(5)
  const run = (idEjecucion: string) => ({
    nodo: 'Llamar',
    idEjecucion,
    desdeMs: expect.any(Number),
    ...describeRun(idEjecucion),
  })
  expect(target.stats()).toMatchObject([
    {
      activeConnections: 1,
      waiting: 1,
      circuitoDesdeMs: null,
      poseedores: [run('e1')],
      enEspera: [run('e2')],
    },
  ])
  for (const context of contexts) context.abort(new Error('it is over'))
  await Promise.allSettled(calls)
  expect(target.stats()).toMatchObject([{ poseedores: [], enEspera: [] }])
})

test('a prepared call follows a change of settings, and an inactive servidor says so', async () => {
  const first = await serve((_, response) => json(response, 1))
  const second = await serve((_, response) => json(response, 2))
  const target = createTestPools(servidorOf({ urlBase: first.url }))
  const call = prepare(target, {})
  expect(await call.call({}, testContext())).toMatchObject({ cuerpo: 1 })
  target.change(servidorOf({ urlBase: second.url }))
  expect(await call.call({}, testContext())).toMatchObject({ cuerpo: 2 })
  expect(target.stats()).toMatchObject([
    { nombre: 'Tienda', activeConnections: 0, idleConnections: 1, circuito: 'cerrado' },
  ])
  target.change(servidorOf({ urlBase: second.url }, { activo: false }))
  expect(() => call.call({}, testContext())).toThrow('está desactivado')
})

test.each([
  [{ ruta: '/x/{id}' }, 'objeto.ruta'],
  [{ ruta: '/../otra' }, 'objeto.ruta'],
  [{ ruta: '/a/%2e%2E/%2e./b' }, 'objeto.ruta'],
  [{ ruta: '/a/..\\b' }, 'objeto.ruta'],
  [{ ruta: '/a/.' }, 'objeto.ruta'],
  [{ cabeceras: { Host: 'x' } }, 'objeto.cabeceras.Host'],
  [{ cabeceras: { 'X-Nota': 'a\r\nb' } }, 'objeto.cabeceras.X-Nota'],
  [{ cabeceras: { Authorization: 'Bearer x' } }, 'objeto.cabeceras.Authorization'],
  [{ metodo: 'TRACE' }, 'objeto.metodo'],
  [{ estadosOk: [404, 9] }, 'objeto.estadosOk[1]'],
])('an operation %o is refused at publish, naming its field', (objeto, campo) => {
  expect(() => prepare(createTestPools(servidorOf({ urlBase: 'http://x' })), objeto)).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
  )
})

test.each([
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'X-API-Key',
  'apikey',
  'Ocp-Apim-Subscription-Key',
  'X-Auth-Token',
])('a credential among the fixed headers (%s) is refused, and told where it goes', (nombre) => {
  const target = createTestPools(servidorOf({ urlBase: 'http://x', cabeceras: { [nombre]: 'x' } }))
  const call = prepare(target, {}, [])
  expect(() => call.call({}, testContext())).toThrow(
    expect.objectContaining({
      errores: [
        {
          campo: `config.cabeceras.${nombre}`,
          mensaje: `Las cabeceras fijas se guardan y se muestran en claro. Ponga ${nombre} en «Autenticación» del servidor, que la guarda cifrada.`,
        },
      ],
    }),
  )
})

test.each(['/../otra', '/a/%2e%2e/b', 'sin-barra'])(
  'the path %s of the connection test is refused',
  (rutaPrueba) => {
    const call = prepare(createTestPools(servidorOf({ urlBase: 'http://x', rutaPrueba })), {}, [])
    expect(() => call.call({}, testContext())).toThrow(
      expect.objectContaining({ errores: [expect.objectContaining({ campo: 'config.rutaPrueba' })] }),
    )
  },
)

test('the connection test names the layer that fails and does not do the rest', async () => {
  const { url } = await serve((_, response) => json(response, null))
  const tryOut = (servidor: ServidorActivo) =>
    testServidor({ servidor, limits: LIMITS, interno: testPorts() })
  expect(await tryOut(servidorOf({ urlBase: url }))).toMatchObject({
    ok: true,
    pasos: [
      { nombre: 'Nombre' },
      { nombre: 'TCP' },
      { nombre: 'Inicio de sesión' },
      { nombre: 'Consulta', ok: true },
    ],
  })
  const closed = await tryOut(servidorOf({ urlBase: 'https://127.0.0.1:1' }))
  expect(closed.pasos).toMatchObject([
    { nombre: 'Nombre', ok: true },
    {
      nombre: 'TCP',
      ok: false,
      error: expect.stringContaining('127.0.0.1:1 nadie escucha en ese puerto: ECONNREFUSED'),
    },
    { nombre: 'TLS', ok: false, error: 'No se hizo: falló un paso anterior.' },
    { nombre: 'Inicio de sesión', ok: false },
    { nombre: 'Consulta', ok: false },
  ])
  const refused = await tryOut(servidorOf({ urlBase: url }, { permitirRedPrivada: false }))
  expect(refused.pasos[0]?.error).toContain('Un administrador puede permitirla')
})

test('a service that says nothing fails the last layer of the connection test in time', async () => {
  const { url } = await serve(() => {})
  const { ok, pasos } = await testServidor({
    servidor: servidorOf({ urlBase: url }),
    limits: { ...LIMITS, conexionMs: 50 },
    interno: testPorts(),
  })
  expect({ ok, last: pasos.at(-1) }).toEqual({
    ok: false,
    last: {
      nombre: 'Consulta',
      ok: false,
      duracionMs: expect.any(Number),
      error: expect.stringContaining('no contestó en 50 ms'),
    },
  })
})

async function gather(stream: AsyncIterable<readonly unknown[]>): Promise<(readonly unknown[])[]> {
  const batches: (readonly unknown[])[] = []
  for await (const batch of stream) batches.push(batch)
  return batches
}
