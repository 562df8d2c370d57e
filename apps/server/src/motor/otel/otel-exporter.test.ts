import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Exportacion, formatClave, LIMITS } from '@div/contract'
import { traceHeadersOf } from '@div/servidores'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRed } from '../../red/red.ts'
import type { RunRecord } from '../history/run-record.ts'
import { NO_SECRETS } from '../history/secret-scope.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import { createOtelExporter, type OtelExporter } from './otel-exporter.ts'
import { type OtelSettings, readOtelStart, settingsOf } from './otel-settings.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const SECRET = 'un valor que nadie debe ver'

/** Bytes of protobuf hold their texts and ids as they are. */
let received: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  received.push({ url: request.url ?? '', headers: request.headers, body })
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-clave=abc')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'region=sur')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

const run = (changes: Partial<RunRecord> = {}): RunRecord => ({
  id: '01a201a8-bc24-713a-96da-66e2c3054e9a',
  inicio: 1_000.25,
  duracionMs: 30,
  estado: 'error',
  procesoId: 'p1',
  version: 3,
  canalId: 'c1',
  origen: 'canal',
  error: { codigo: 'SERVIDOR_NO_RESPONDE', mensaje: SECRET, nodo: 'n2' },
  entrada: { dato: SECRET },
  pasos: [
    { nodo: 'n1', estado: 'ok', inicio: 1_000.25, duracionMs: 1, intentos: 1, salida: SECRET },
    {
      nodo: 'n2',
      estado: 'error',
      inicio: 1_001.5,
      duracionMs: 28,
      intentos: 2,
      error: { codigo: 'SERVIDOR_NO_RESPONDE', mensaje: SECRET, nodo: 'n2' },
    },
    { nodo: 'n3', estado: 'omitido', inicio: 1_030, duracionMs: 0, intentos: 1 },
  ],
  pasosOmitidos: 0,
  traza: TRAZA_ENTERA,
  secretos: NO_SECRETS,
  plan: { ocultos: null, salidas: [], entrada: { clave: null } },
  ...changes,
})

async function exportWith(
  env: Record<string, string>,
  work: (exporter: OtelExporter) => void,
): Promise<void> {
  const { settings } = readOtelStart({ ...process.env, ...env }, [])
  if (!settings) throw new Error('nothing is exported')
  await exportTo(settings, work)
}

async function exportTo(
  settings: OtelSettings,
  work: (exporter: OtelExporter) => void,
): Promise<OtelExporter> {
  received = []
  const exporter = await createOtelExporter({
    settings,
    version: '1.2.3',
    nombresOf: () => ({ proceso: 'Cobrar pedido', canal: 'Caja' }),
    createRed: (options) => createRed({ ...options, limits: LIMITS }),
    log: pino({ level: 'silent' }),
  })
  work(exporter)
  await exporter.close()
  return exporter
}

const bodies = () => Buffer.concat(received.map(({ body }) => body))
const holds = (text: string | Buffer) => bodies().includes(text)

test('a run is one span, each of its nodes another, in the trace of whoever called', async () => {
  const w3c = { traceId: TRACE, flags: '01', parentId: PARENT }
  await exportWith({}, (exporter) => exporter.exportRun(run({ w3c }), 1_700_000_000_000))
  expect(received.map(({ url }) => url)).toEqual(['/base/v1/traces'])
  expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-clave': 'abc' })
  const told = [
    'Cobrar pedido',
    'Caja',
    'n1',
    'n2',
    'SERVIDOR_NO_RESPONDE',
    'div.ejecucion.id',
    'region',
    'sur',
    '1.2.3',
  ]
  expect(told.filter((text) => !holds(text))).toEqual([])
  // Three spans of one trace: the run below its caller, the nodes below the run.
  expect(bodies().toString('hex').split(TRACE)).toHaveLength(4)
  expect(holds(Buffer.from(PARENT, 'hex'))).toBe(true)
  // In whole nanoseconds, least significant byte first.
  const start = Buffer.alloc(8)
  start.writeBigUInt64LE(1_700_000_001_000_250_000n)
  expect(holds(start)).toBe(true)
})

test('what a node called stands below the span of the node', async () => {
  const w3c = { traceId: TRACE, flags: '01', parentId: PARENT, estado: 'rojo=1,congo=2' }
  await exportWith({}, (exporter) => exporter.exportRun(run({ w3c }), 0))
  expect(holds('rojo=1,congo=2')).toBe(true)
  const claveIdempotencia = formatClave(run().id, 'n2', null)
  const { traceparent: told = '' } = traceHeadersOf({
    caller: { secretos: NO_SECRETS, traza: w3c },
    claveIdempotencia,
  })
  expect(told).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  expect(holds(Buffer.from(told.split('-')[2] ?? '', 'hex'))).toBe(true)
})

test('a run that came without a trace is exported in the one that it began', async () => {
  const { id } = run()
  await exportWith({}, (exporter) => {
    const w3c = exporter.beginTraza(id)
    expect(w3c).toEqual({ traceId: id.replaceAll('-', ''), flags: '01' })
    exporter.exportRun(run({ w3c }), 0)
  })
  expect(bodies().toString('hex').split(id.replaceAll('-', ''))).toHaveLength(4)
})

test('who is not sampled tells so to whom it calls', async () => {
  await exportWith({ OTEL_TRACES_SAMPLER: 'always_off' }, (exporter) => {
    expect(exporter.beginTraza(run().id).flags).toBe('00')
  })
})

test('no value leaves, and no text of an error', async () => {
  await exportWith({}, (exporter) => exporter.exportRun(run(), 0))
  expect(holds('Cobrar pedido')).toBe(true)
  expect(holds(SECRET)).toBe(false)
})

test.each([
  ['always_off', {}, 0],
  ['traceidratio', { OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
  ['parentbased_always_off', {}, 0],
  ['parentbased_traceidratio', { OTEL_TRACES_SAMPLER_ARG: '1' }, 1],
])('%s decides of runs that nobody called with a trace', async (sampler, env, requests) => {
  await exportWith({ OTEL_TRACES_SAMPLER: sampler, ...env }, (exporter) => exporter.exportRun(run(), 0))
  expect(received).toHaveLength(requests)
})

test('what its caller does not record is not exported either', async () => {
  const w3c = { traceId: TRACE, flags: '00', parentId: PARENT }
  await exportWith({}, (exporter) => exporter.exportRun(run({ w3c }), 0))
  expect(received).toEqual([])
})

describe('to a collector that an admin names', () => {
  const named = (changes: Partial<Exportacion> = {}) =>
    settingsOf({
      destino: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otro/`,
      servicio: 'tienda',
      porcentaje: 100,
      cabeceras: [{ nombre: 'X-Clave', valor: 'propia' }],
      permitirRedPrivada: true,
      ...changes,
    })

  test('runs go there with its headers, and those of the environment go nowhere', async () => {
    await exportTo(named(), (exporter) => exporter.exportRun(run(), 0))
    expect(received.map(({ url }) => url)).toEqual(['/otro/v1/traces'])
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'x-clave': 'propia',
    })
    expect(['Cobrar pedido', 'tienda', 'SERVIDOR_NO_RESPONDE'].filter((text) => !holds(text))).toEqual([])
    expect(holds(SECRET)).toBe(false)
  })

  test('a private address is refused unless it was allowed, and why is told', async () => {
    const refused = await exportTo(named({ permitirRedPrivada: false }), (exporter) =>
      exporter.exportRun(run(), 0),
    )
    expect(received).toEqual([])
    expect(refused.fallo()).toEqual({
      momento: expect.any(String),
      mensaje: expect.stringContaining('127.0.0.1'),
    })
    const arrived = await exportTo(named(), (exporter) => exporter.exportRun(run(), 0))
    expect(arrived.fallo()).toBeNull()
  })

  test('no run is sent of none in a hundred, unless its caller is traced', async () => {
    await exportTo(named({ porcentaje: 0 }), (exporter) => {
      exporter.exportRun(run(), 0)
      exporter.exportRun(run({ w3c: { traceId: TRACE, flags: '01', parentId: PARENT } }), 0)
    })
    expect(bodies().toString('hex').split(TRACE)).toHaveLength(4)
  })
})
