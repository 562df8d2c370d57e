import { createServer, type Server } from 'node:http'
import { ajustesTrazasSchema, type Flujo, formatClave, parseFlujo } from '@div/contract'
import { spanIdOf } from '@div/servidores'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTrazas } from '../../ajustes/ajustes-repository.ts'
import { readSpans, type SpanRecibido } from '../otel/otlp-testing.ts'
import { startRestMotor } from './rest/rest-testing.ts'
import { envelope } from './soap/soap-testing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

let started: Awaited<ReturnType<typeof startRestMotor>>
let server: Server
/** Of the calls that the other service got. */
const seen: (string | string[] | undefined)[] = []
const states: (string | string[] | undefined)[] = []
/** That came to it as to a collector. */
const spans: SpanRecibido[] = []
let port: number

beforeAll(async () => {
  started = await startRestMotor()
  server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') {
      spans.push(...readSpans(Buffer.concat(await request.toArray())))
      return response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    }
    seen.push(request.headers.traceparent)
    states.push(request.headers.tracestate)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  port = address.port
  const servidorId = uuid()
  await started.motor.database.db
    .insertInto('servidores')
    .values({
      id: servidorId,
      nombre: 'Otro',
      tipoServidor: 'rest',
      activo: true,
      permitirRedPrivada: true,
      config: JSON.stringify({ urlBase: `http://127.0.0.1:${port}` }),
      pool: '{}',
      resiliencia: '{}',
      descripcion: '',
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
  await started.publish('otro', asking(servidorId))
  await started.publish('tarde', asking(servidorId), { modo: 'asincrono' })
  const procesoId = await started.motor.publishProceso(asking(servidorId))
  await started.motor.publishCanal({ ruta: 'tienda', tipo: 'SOAP' }, [{ procesoId, operacion: 'Preguntar' }])
})
afterAll(async () => {
  server.close().closeAllConnections()
  await started.close()
})

/** Asks the other service, and answers. */
function asking(servidorId: string): Flujo {
  return parseFlujo({
    version: 1,
    nodos: [
      { id: 'e', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
      {
        id: 'a',
        tipo: 'proceso',
        nombre: 'Preguntar',
        servidorId,
        tipoServidor: 'rest',
        tipoObjeto: 'operacion',
        objeto: { metodo: 'GET', ruta: '/' },
      },
      { id: 's', tipo: 'salida', nombre: 'Salida', estadoHttp: 200, parametros: [] },
    ],
    conexiones: [
      { id: 'c1', origen: 'e', destino: 'a' },
      { id: 'c2', origen: 'a', destino: 's' },
    ],
  })
}

test.each([
  ['in a trace hands it on, as a span of its own', `00-${TRACE}-00f067aa0ba902b7-01`, true],
  ['with a header that is none begins none', 'no es', false],
  ['without one begins none', null, false],
])('a call %s', async (_what, traceparent, isHandedOn) => {
  seen.length = 0
  const headers = traceparent === null ? {} : { traceparent }
  const { status } = await started.call('/otro/cosas/1', { headers })
  expect(status).toBe(200)
  expect(seen).toEqual([
    isHandedOn
      ? expect.stringMatching(new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
      : undefined,
  ])
})

test('a call that is answered before it runs hands its trace on all the same', async () => {
  seen.length = 0
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
  expect((await started.call('/tarde/cosas/1', { headers })).status).toBe(202)
  await expect.poll(() => seen).toEqual([expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))])
})

test('a call of SOAP hands its trace on as one of REST does', async () => {
  seen.length = 0
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'content-type': 'text/xml' }
  const body = envelope('<Preguntar/>')
  const { status } = await fetch(`${started.motor.url}/soap/tienda`, { method: 'POST', headers, body })
  expect(status).toBe(200)
  expect(seen).toEqual([expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))])
})

const PARENT = '00f067aa0ba902b7'
const CALLER = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'rojo=1 , congo=2' }

const CALLS: [canal: string, call: () => Promise<{ status: number }>][] = [
  ['REST', () => started.call('/otro/cosas/1', { headers: CALLER })],
  ['a canal that answers before it runs', () => started.call('/tarde/cosas/1', { headers: CALLER })],
  [
    'SOAP',
    () =>
      fetch(`${started.motor.url}/soap/tienda`, {
        method: 'POST',
        headers: { ...CALLER, 'content-type': 'text/xml' },
        body: envelope('<Preguntar/>'),
      }),
  ],
]

test.each(CALLS)('over %s what the systems of a trace tell each other is passed on', async (_canal, call) => {
  states.length = 0
  expect((await call()).status).toBeLessThan(300)
  await expect.poll(() => states).toEqual(['rojo=1,congo=2'])
})

test('of a trace that is none nothing is passed on', async () => {
  states.length = 0
  await started.call('/otro/cosas/1', { headers: { ...CALLER, traceparent: 'no es' } })
  expect(states).toEqual([undefined])
})

/** Once an admin has named a collector; until that is undone what nobody traces begins a trace. */
test('a collector reads each run below whoever called it, its nodes below the run, and what they called below them', async () => {
  const { db } = started.motor.database
  const exportacion = {
    destino: `http://127.0.0.1:${port}`,
    servicio: 'tienda',
    porcentaje: 100,
    cabeceras: [],
    permitirRedPrivada: true,
  }
  const trazas = ajustesTrazasSchema.parse({})
  const write = (chosen: typeof exportacion | null) =>
    db
      .transaction()
      .execute((trx) => writeTrazas(trx, { trazas, exportacion: chosen, actualizadoPor: 'ana' }))
  await write(exportacion)
  const { runtime } = started.motor
  await expect.poll(() => runtime.beginTraza(uuid())).toBeDefined()
  seen.length = 0
  const before = BigInt(Date.now() - 1_000) * 1_000_000n
  for (const [, call] of CALLS) expect((await call()).status).toBeLessThan(300)
  await expect.poll(() => spans.length, { timeout: 15_000 }).toBe(4 * CALLS.length)
  const runs = spans.filter(({ parentSpanId }) => parentSpanId === PARENT)
  expect(new Set(runs.map(({ spanId }) => spanId)).size).toBe(CALLS.length)
  const told = runs.map(({ spanId, atributos }) => {
    const nodos = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
    expect(nodos).toHaveLength(3)
    const asked = spanIdOf(formatClave(atributos['div.ejecucion.id'] ?? '', 'a', null))
    expect(nodos.map((each) => each.spanId)).toContain(asked)
    return `00-${TRACE}-${asked}-01`
  })
  expect(seen.toSorted()).toEqual(told.toSorted())
  for (const { traceId, startNanos, endNanos, statusCode, traceState } of spans) {
    expect(startNanos >= before && endNanos >= startNanos).toBe(true)
    expect([traceId, statusCode, traceState]).toEqual([TRACE, 0, 'rojo=1,congo=2'])
  }
  await write(null)
  await expect.poll(() => runtime.beginTraza(uuid())).toBeUndefined()
})
