import { createServer, type Server } from 'node:http'
import { type Flujo, parseFlujo } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRestMotor } from './rest/rest-testing.ts'
import { envelope } from './soap/soap-testing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

let started: Awaited<ReturnType<typeof startRestMotor>>
let server: Server
/** Of the calls that the other service got. */
const seen: (string | string[] | undefined)[] = []
const states: (string | string[] | undefined)[] = []

beforeAll(async () => {
  started = await startRestMotor()
  server = createServer((request, response) => {
    seen.push(request.headers.traceparent)
    states.push(request.headers.tracestate)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  const servidorId = uuid()
  await started.motor.database.db
    .insertInto('servidores')
    .values({
      id: servidorId,
      nombre: 'Otro',
      tipoServidor: 'rest',
      activo: true,
      permitirRedPrivada: true,
      config: JSON.stringify({ urlBase: `http://127.0.0.1:${address.port}` }),
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

const CALLER = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: 'rojo=1 , congo=2' }

test.each([
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
])('over %s what the systems of a trace tell each other is passed on', async (_canal, call) => {
  states.length = 0
  expect((await call()).status).toBeLessThan(300)
  await expect.poll(() => states).toEqual(['rojo=1,congo=2'])
})

test('of a trace that is none nothing is passed on', async () => {
  states.length = 0
  await started.call('/otro/cosas/1', { headers: { ...CALLER, traceparent: 'no es' } })
  expect(states).toEqual([undefined])
})
