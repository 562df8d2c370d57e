import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { ECHO } from '../../motor/publishing/rest/rest-testing.ts'
import { startTestMotor, type TestMotor } from '../../motor/testing.ts'
import { createRed } from '../../red/red.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { reachableHost } from './reachable-host.ts'
import { registerSistema } from './routes.ts'

let motor: TestMotor
let canalId: string
let procesoId: string
/** Takes connections and says nothing. */
let silent: Server
const apis: TestApi[] = []

beforeAll(async () => {
  motor = await startTestMotor()
  procesoId = await motor.publishProceso(ECHO)
  canalId = await motor.publishCanal({ ruta: 'eco' }, [{ procesoId, metodo: 'GET', ruta: '/saludos/{id}' }])
  silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  for (const api of apis) await api.close()
  silent.close()
  await motor.close()
})

/** The system room beside the motor; `red` is where requests to the outside may go. */
async function startSistema({ env = {}, red = motor.runtime.createRed } = {}): Promise<TestApi> {
  const config = readConfig({ DIV_MOTOR_PORT: new URL(motor.url).port, ...env })
  const runtime = { ...motor.runtime, createRed: red }
  const api = await startTestApi(registerSistema, async () => ({ db: motor.database.db, config, runtime }))
  apis.push(api)
  return api
}

const portOfSilent = () => {
  const address = silent.address()
  return typeof address === 'object' && address !== null ? String(address.port) : ''
}

test('the product says that it lives and what every canal publishes', async () => {
  const api = await startSistema({ env: { DIV_URL_BASE: 'https://div.example' } })
  expect((await api.call('GET', '/api/ping')).json()).toEqual({ ok: true, momento: expect.any(String) })
  expect((await api.call('GET', '/api/canal-procesos', { role: 'lectura' })).json()).toEqual([
    {
      canalId,
      canal: 'Canal eco',
      tipo: 'REST',
      rutaCanal: 'eco',
      activo: true,
      procesoId,
      proceso: expect.any(String),
      version: 'publicada',
      metodo: 'GET',
      ruta: '/saludos/{id}',
      operacion: null,
      etag: false,
    },
  ])
  const page = await api.call('GET', '/api/canal-procesos?limite=1&desde=1')
  expect({ rows: page.json(), total: page.headers['x-total-count'] }).toEqual({ rows: [], total: '1' })
  expect((await api.call('GET', '/api/canal-procesos?limite=1001')).json().errores).toEqual([
    { campo: 'limite', mensaje: 'El máximo es 1000.' },
  ])
})

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['127.0.0.1', '127.0.0.1'],
  ['192.0.2.7', '192.0.2.7'],
  ['fd00::7', '[fd00::7]'],
  ['motor.interno', 'motor.interno'],
])('what listens on %s is called at %s', (host, expected) => {
  expect(reachableHost(host)).toBe(expected)
})

test('the test client calls a canal of the motor and shows its whole answer', async () => {
  const api = await startSistema({ env: { DIV_HOST: '0.0.0.0' } })
  const body = { canalId, ruta: '/saludos/7?nombre=ana', cabeceras: { accept: 'application/json' } }
  const answer = await api.call('POST', '/api/test-cliente', { body, role: 'lectura' })
  expect(answer.json()).toEqual({
    estado: 200,
    cabeceras: expect.objectContaining({ 'content-type': expect.stringContaining('application/json') }),
    cuerpo: '{"id":7,"saludo":"Hola, ANA"}',
    codificacion: 'texto',
    duracionMs: expect.any(Number),
  })
  const refused = await api.call('POST', '/api/test-cliente', { body: { canalId, ruta: '/saludos/x' } })
  expect(refused.json()).toMatchObject({ estado: 400 })
})

test.each([
  [
    'a way out of the canal',
    { ruta: '/../otro/saludos/7' },
    422,
    [{ campo: 'ruta', mensaje: 'La ruta sale del canal.' }],
  ],
  [
    'a header with a line break',
    { cabeceras: { x: 'a\r\nhost: b' } },
    422,
    [{ campo: 'cabeceras.x', mensaje: 'Tiene caracteres que HTTP no admite.' }],
  ],
  [
    'a header of the connection',
    { cabeceras: { 'transfer-encoding': 'chunked' } },
    422,
    [{ campo: 'cabeceras', mensaje: 'Una de ellas la pone el propio producto: quítela.' }],
  ],
  ['a canal that is not there', { canalId: '01890000-0000-7000-8000-000000000000' }, 404, []],
])('the test client refuses %s', async (_, change, status, errores) => {
  const api = await startSistema()
  const answer = await api.call('POST', '/api/test-cliente', { body: { canalId, ...change } })
  expect(answer.json()).toMatchObject({ status, errores })
})

test('a motor that says nothing, or is not there, is named by what it did', async () => {
  const waiting = await startSistema({
    env: { DIV_MOTOR_PORT: portOfSilent(), DIV_LIMITE_EJECUCION_MS: '50' },
  })
  expect((await waiting.call('POST', '/api/test-cliente', { body: { canalId } })).json()).toMatchObject({
    status: 504,
    codigo: 'TIEMPO_AGOTADO',
    detail: 'La petición a «motor» no terminó en 50 ms.',
  })
  // Port 1 is reserved: nobody listens there.
  const absent = await startSistema({ env: { DIV_MOTOR_PORT: '1' } })
  expect((await absent.call('POST', '/api/test-cliente', { body: { canalId } })).json()).toMatchObject({
    status: 502,
    codigo: 'SERVIDOR_NO_RESPONDE',
    detail: 'El servidor «motor» no responde: nadie escucha en ese puerto: ECONNREFUSED.',
  })
})

test.each([
  ['http://127.0.0.1:1/', 'DIRECCION_NO_PERMITIDA'],
  ['http://[::1]/', 'DIRECCION_NO_PERMITIDA'],
  ['http://10.1.2.3/', 'DIRECCION_NO_PERMITIDA'],
  ['http://0x7f.1/', 'DIRECCION_NO_PERMITIDA'],
  ['http://169.254.169.254/latest/meta-data/', 'DIRECCION_PROHIBIDA'],
  ['http://[::ffff:169.254.169.254]/', 'DIRECCION_PROHIBIDA'],
  ['ftp://example.com/', 'DATOS_INVALIDOS'],
])('a request to %s is refused, whoever asks', async (url, codigo) => {
  const api = await startSistema()
  expect((await api.call('POST', '/api/solicitud-externa', { body: { url } })).json()).toMatchObject({
    status: 422,
    codigo,
  })
})

test('a request to the outside shows its answer, and the audit who sent it where', async () => {
  const red = () => createRed({ permitirRedPrivada: true, limits: LIMITS })
  const api = await startSistema({ red })
  const url = `${motor.url}/rest/eco/saludos/3?nombre=eva`
  const answer = await api.call('POST', '/api/solicitud-externa', { body: { url }, role: 'operador' })
  expect(answer.json()).toMatchObject({ estado: 200, cuerpo: '{"id":3,"saludo":"Hola, EVA"}' })
  const withBody = await api.call('POST', '/api/solicitud-externa', { body: { url, cuerpo: 'x' } })
  expect(withBody.json().errores).toEqual([{ campo: 'cuerpo', mensaje: 'GET y HEAD no llevan cuerpo.' }])
  expect(
    (await api.call('POST', '/api/solicitud-externa', { body: { url }, role: 'lectura' })).statusCode,
  ).toBe(403)
  const entry = await motor.database.db
    .selectFrom('auditoria')
    .select(['usuario', 'detalle'])
    .where('accion', '=', 'solicitudExterna')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({ usuario: 'operador', detalle: { metodo: 'GET', host: new URL(motor.url).host } })
})

test('an outside that says nothing is named by the time that it had', async () => {
  const red = () => createRed({ permitirRedPrivada: true, limits: LIMITS })
  const api = await startSistema({ red, env: { DIV_LIMITE_EJECUCION_MS: '50' } })
  const url = `http://127.0.0.1:${portOfSilent()}/`
  expect((await api.call('POST', '/api/solicitud-externa', { body: { url } })).json()).toMatchObject({
    status: 504,
    detail: `La petición a «127.0.0.1:${portOfSilent()}» no terminó en 50 ms.`,
  })
})
