import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { LIMITS, type Role } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { ECHO } from '../../motor/publishing/rest/rest-testing.ts'
import { DIVIDIR } from '../../motor/publishing/soap/soap-testing.ts'
import { startTestMotor, type TestMotor } from '../../motor/testing.ts'
import { createRed } from '../../red/red.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { reachableHost } from './reachable-host.ts'
import { registerTestCliente } from './routes.ts'

let motor: TestMotor
let canalId: string
let soapId: string
/** Takes connections and says nothing. */
let silent: Server
const apis: TestApi[] = []
/** Who asks, by role: what is kept is each one's own. */
const people = new Map<Role, string>()
const NO_BODY = 'GET y HEAD no llevan cuerpo: quítelo, o elija otro método.'

beforeAll(async () => {
  motor = await startTestMotor({
    tokens: { verify: (token) => (token === 'bueno' ? { id: 't1', canales: null, capacidades: [] } : null) },
  })
  const procesoId = await motor.publishProceso(ECHO)
  const asignaciones = [{ procesoId, metodo: 'GET', ruta: '/saludos/{id}' } as const]
  canalId = await motor.publishCanal({ ruta: 'eco' }, asignaciones)
  await motor.publishCanal({ ruta: 'cerrado', acceso: { tipo: 'token' } }, asignaciones)
  soapId = await motor.publishCanal({ ruta: 'cuentas', tipo: 'SOAP' }, [
    { procesoId: await motor.publishProceso(DIVIDIR), operacion: 'Dividir' },
  ])
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    const id = uuid()
    people.set(role, id)
    const person = { id, username: role, email: `${role}@prueba.es`, role, passwordHash: '-', activo: true }
    await motor.database.db
      .insertInto('usuarios')
      .values({ ...person, ultimoAcceso: null, actualizadoPor: null })
      .execute()
  }
  silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(async () => {
  for (const api of apis) await api.close()
  silent.close()
  await motor.close()
})

/** The test client beside the motor; `red` is where requests may go. */
async function startClient({ env = {}, red = motor.runtime.createRed } = {}): Promise<TestApi> {
  const config = readConfig({ DIV_MOTOR_PORT: new URL(motor.url).port, ...env })
  const { secretos, database } = motor
  const runtime = { ...motor.runtime, createRed: red }
  const api = await startTestApi(
    (app, deps) => {
      app.addHook('onRequest', async ({ usuario }) => {
        usuario.id = people.get(usuario.role) ?? ''
      })
      registerTestCliente(app, deps)
    },
    async () => ({ db: database.db, secretos, config, runtime }),
  )
  apis.push(api)
  return api
}

const usos = () => motor.database.db.selectFrom('auditoria').where('accion', '=', 'usar')
const lastUso = () =>
  usos()
    .select(['usuario', 'recurso', 'recursoId', 'detalle'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
const countUsos = async () => (await usos().select('id').execute()).length

const portOfSilent = () => {
  const address = silent.address()
  return typeof address === 'object' && address !== null ? String(address.port) : ''
}

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
  const api = await startClient({ env: { DIV_HOST: '0.0.0.0' } })
  const body = { canalId, ruta: '/saludos/7?nombre=ana', cabeceras: { accept: 'application/json' } }
  const answer = await api.call('POST', '/api/test-cliente', { body, role: 'lectura' })
  expect(answer.json()).toEqual({
    estado: 200,
    cabeceras: expect.objectContaining({ 'content-type': expect.stringContaining('application/json') }),
    cuerpo: '{"id":7,"saludo":"Hola, ANA"}',
    codificacion: 'texto',
    bytes: 29,
    duracionMs: expect.any(Number),
    conexionMs: expect.any(Number),
    primerByteMs: expect.any(Number),
    idEjecucion: expect.stringMatching(/^[\da-f-]{36}$/),
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
  const api = await startClient()
  const answer = await api.call('POST', '/api/test-cliente', { body: { canalId, ...change } })
  expect(answer.json()).toMatchObject({ status, errores })
})

test('a motor that says nothing, or is not there, is named by what it did', async () => {
  const waiting = await startClient({
    env: { DIV_MOTOR_PORT: portOfSilent(), DIV_LIMITE_EJECUCION_MS: '50' },
  })
  expect((await waiting.call('POST', '/api/test-cliente', { body: { canalId } })).json()).toMatchObject({
    status: 504,
    codigo: 'TIEMPO_AGOTADO',
    detail: 'La petición a «motor» no terminó en 50 ms.',
  })
  // Port 1 is reserved: nobody listens there.
  const absent = await startClient({ env: { DIV_MOTOR_PORT: '1' } })
  expect((await absent.call('POST', '/api/test-cliente', { body: { canalId } })).json()).toMatchObject({
    status: 502,
    codigo: 'SERVIDOR_NO_RESPONDE',
    detail: expect.stringMatching(
      /^El servidor «motor» no responde: .*nadie escucha en ese puerto: ECONNREFUSED\.$/,
    ),
  })
})

test('a refused private address is told of with what can be done, which is no switch of this page', async () => {
  const api = await startClient()
  const { detail } = (
    await api.call('POST', '/api/solicitud-externa', { body: { url: 'http://127.0.0.1:1/' } })
  ).json()
  expect(detail).toContain('elija «Canal» en lugar de «Dirección externa»')
  expect(detail).not.toContain('Un administrador puede permitirla')
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
  const api = await startClient()
  expect((await api.call('POST', '/api/solicitud-externa', { body: { url } })).json()).toMatchObject({
    status: 422,
    codigo,
  })
})

test('a request to the outside shows its answer, and the audit who sent it where', async () => {
  const red = () => createRed({ permitirRedPrivada: true, limits: LIMITS })
  const api = await startClient({ red })
  const url = `${motor.url}/rest/eco/saludos/3?nombre=eva`
  const answer = await api.call('POST', '/api/solicitud-externa', { body: { url }, role: 'operador' })
  expect(answer.json()).toMatchObject({ estado: 200, cuerpo: '{"id":3,"saludo":"Hola, EVA"}' })
  const withBody = await api.call('POST', '/api/solicitud-externa', { body: { url, cuerpo: 'x' } })
  expect(withBody.json().errores).toEqual([{ campo: 'cuerpo', mensaje: NO_BODY }])
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

test('a form goes out as its parts, with its files and the values of an entorno in it', async () => {
  const api = await startClient({ red: () => createRed({ permitirRedPrivada: true, limits: LIMITS }) })
  let heard: FormData | undefined
  const peer = createHttpServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    heard = await new Response(Buffer.concat(parts), { headers }).formData()
    response.end('recibido')
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  try {
    const made = await api.call('POST', '/api/test-cliente/entornos', {
      body: { nombre: 'Formularios', variables: [{ nombre: 'nota', valor: 'ñ' }] },
    })
    const bytes = Buffer.from([0, 255, 13, 10])
    const archivo = { nombre: 'foto', valor: bytes.toString('base64'), archivo: 'a.png', activa: true }
    const address = peer.address()
    const body = {
      url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}/`,
      metodo: 'POST',
      cabeceras: { 'Content-Type': 'text/plain' },
      partes: [
        { nombre: 'nota', valor: '{{nota}}', activa: true },
        { nombre: 'no', valor: 'x', activa: false },
        archivo,
        { nombre: 'nada', valor: '', archivo: 'b.txt', vacio: true, activa: true },
      ],
      entornoId: made.json().id,
    }
    const answer = await api.call('POST', '/api/solicitud-externa', { body })
    expect(answer.json()).toMatchObject({ estado: 200, cuerpo: 'recibido' })
    expect([...(heard?.keys() ?? [])]).toEqual(['nota', 'foto', 'nada'])
    expect(heard?.get('nota')).toBe('ñ')
    const foto = heard?.get('foto')
    expect(foto instanceof File && [foto.name, Buffer.from(await foto.arrayBuffer())]).toEqual([
      'a.png',
      bytes,
    ])
    const nada = heard?.get('nada')
    expect(nada instanceof File && [nada.name, nada.size]).toEqual(['b.txt', 0])
    const [last] = (await api.call('GET', '/api/test-cliente/historial')).json()
    expect(last.peticion.partes).toEqual(body.partes)
    // One that is too long to be kept is kept without its body.
    const long = { ...body, partes: [{ ...archivo, valor: 'A'.repeat(100_000) }] }
    expect((await api.call('POST', '/api/solicitud-externa', { body: long })).statusCode).toBe(200)
    const [longest] = (await api.call('GET', '/api/test-cliente/historial')).json()
    expect(longest.peticion).not.toHaveProperty('partes')
  } finally {
    peer.close()
  }
})

const ARCHIVO = { nombre: 'foto', valor: 'AAE=', archivo: 'a.png', activa: true }
test.each([
  [
    'a file that nobody chose again',
    { partes: [{ ...ARCHIVO, valor: '' }] },
    'partes[0].valor',
    'Elija otra vez el archivo «a.png» del campo «foto»: de él solo se conoce el nombre.',
  ],
  [
    'bytes that are none',
    { partes: [{ ...ARCHIVO, valor: 'ñandú' }] },
    'partes[0].valor',
    'Los bytes del archivo «a.png» del campo «foto» no están en base64: elíjalo otra vez.',
  ],
  [
    'a file in a folder',
    { partes: [{ ...ARCHIVO, archivo: '../a.png' }] },
    'partes[0].archivo',
    'Escriba solo el nombre del archivo, sin su carpeta.',
  ],
  [
    'a text beside a form',
    { partes: [ARCHIVO], cuerpo: '{}' },
    'cuerpo',
    'Quite «cuerpo» o «partes»: una petición lleva solo uno de los dos.',
  ],
  ['a form of a GET', { partes: [ARCHIVO], metodo: 'GET' }, 'partes', NO_BODY],
  ['a text of a GET', { cuerpo: '{}', metodo: 'GET' }, 'cuerpo', NO_BODY],
])('%s is refused at its field, with what to do', async (_, wrong, campo, mensaje) => {
  const api = await startClient()
  for (const [path, where] of [
    ['test-cliente', { canalId }],
    ['test-cliente/carga', { canalId, veces: 1 }],
    ['solicitud-externa', { url: 'https://api.ejemplo.es/' }],
  ] as const) {
    const answer = await api.call('POST', `/api/${path}`, { body: { metodo: 'POST', ...wrong, ...where } })
    expect([answer.statusCode, answer.json().errores]).toEqual([422, [{ campo, mensaje }]])
  }
})

test('a load sends the same bytes each time: its form is written once', async () => {
  const sent: unknown[] = []
  const red = createRed({ permitirRedPrivada: true, limits: LIMITS })
  const openHttp: typeof red.openHttp = (options) => {
    const client = red.openHttp(options)
    const request: typeof client.request = (asked) => {
      sent.push(asked.body)
      return client.request(asked)
    }
    return { ...client, request }
  }
  const api = await startClient({ red: () => ({ ...red, openHttp }) })
  const body = { canalId, metodo: 'POST', partes: [ARCHIVO], veces: 3 }
  expect((await api.call('POST', '/api/test-cliente/carga', { body })).json().muestras).toHaveLength(3)
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(1)
})

test('a secret that goes outside is told of beside where it went', async () => {
  const api = await startClient({ red: () => createRed({ permitirRedPrivada: true, limits: LIMITS }) })
  const variables = [{ nombre: 'clave', secreto: true, valor: 'bueno' }]
  const made = await api.call('POST', '/api/test-cliente/entornos', { body: { nombre: 'Fuera', variables } })
  const { id: entornoId } = made.json()
  const url = `${motor.url}/rest/cerrado/saludos/3?nombre=eva`
  // Whatever its letters, a header that was written by hand gives way.
  const cabeceras = { Authorization: 'Bearer malo', AUTHORIZATION: 'Bearer peor' }
  const autenticacion = { tipo: 'token', token: '{{clave}}' }
  const body = { url, cabeceras, autenticacion, entornoId }
  const answer = await api.call('POST', '/api/solicitud-externa', { body })
  expect(answer.json()).toMatchObject({ estado: 200 })
  const entries = await motor.database.db
    .selectFrom('auditoria')
    .select(['accion', 'detalle'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries).toEqual([
    { accion: 'usar', detalle: { nombre: 'Fuera', variables: ['clave'] } },
    { accion: 'solicitudExterna', detalle: { metodo: 'GET', host: new URL(motor.url).host, entornoId } },
  ])
})

test('an outside that says nothing is named by the time that it had', async () => {
  const red = () => createRed({ permitirRedPrivada: true, limits: LIMITS })
  const api = await startClient({ red, env: { DIV_LIMITE_EJECUCION_MS: '50' } })
  const url = `http://127.0.0.1:${portOfSilent()}/`
  expect((await api.call('POST', '/api/solicitud-externa', { body: { url } })).json()).toMatchObject({
    status: 504,
    detail: `La petición a «127.0.0.1:${portOfSilent()}» no terminó en 50 ms.`,
  })
})

test('variables are filled in from an entorno of who asks, and its secrets are never read back', async () => {
  const api = await startClient()
  const variables = [
    { nombre: 'id', valor: '7' },
    { nombre: 'clave', secreto: true, valor: 'bueno' },
  ]
  const made = await api.call('POST', '/api/test-cliente/entornos', {
    body: { nombre: 'Pruebas', variables },
  })
  expect(made.json()).toMatchObject({
    nombre: 'Pruebas',
    variables: [
      { nombre: 'id', secreto: false, valor: '7' },
      { nombre: 'clave', secreto: true, valor: { definido: true } },
    ],
  })
  const { id: entornoId, revision } = made.json()
  const stored = await motor.database.db.selectFrom('entornos').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('bueno')

  const closed = await motor.database.db
    .selectFrom('canales')
    .select('id')
    .where('ruta', '=', 'cerrado')
    .executeTakeFirstOrThrow()
  const body = {
    canalId: closed.id,
    ruta: '/saludos/{{id}}?nombre=ana',
    autenticacion: { tipo: 'token', token: '{{clave}}' },
    entornoId,
  }
  expect((await api.call('POST', '/api/test-cliente', { body })).json()).toMatchObject({ estado: 200 })
  // The audit tells of the secret that was used, not what it is.
  expect(await lastUso()).toEqual({
    usuario: 'admin',
    recurso: 'entornos-de-prueba',
    recursoId: entornoId,
    detalle: { nombre: 'Pruebas', variables: ['clave'], canalId: closed.id },
  })
  const load = { ...body, veces: 2 }
  expect((await api.call('POST', '/api/test-cliente/carga', { body: load })).statusCode).toBe(200)
  expect((await lastUso())?.detalle).toMatchObject({ variables: ['clave'], veces: 2 })
  // What is no secret is not told of.
  const told = await countUsos()
  await api.call('POST', '/api/test-cliente', { body: { canalId, ruta: '/saludos/{{id}}', entornoId } })
  expect(await countUsos()).toBe(told)
  // Without a value in it, the text is what it says.
  const missing = await api.call('POST', '/api/test-cliente', { body: { ...body, ruta: '/{{otra}}' } })
  expect(missing.json().errores).toEqual([
    { campo: 'ruta', mensaje: 'El entorno «Pruebas» no tiene la variable «otra».' },
  ])
  // Another person has no part in it.
  expect((await api.call('POST', '/api/test-cliente', { body, role: 'operador' })).statusCode).toBe(404)
  expect((await api.call('GET', '/api/test-cliente/entornos', { role: 'operador' })).json()).toEqual([])

  const path = `/api/test-cliente/entornos/${entornoId}`
  const kept = [{ nombre: 'clave', secreto: true, valor: { definido: true } }]
  const changed = await api.call('PUT', path, { body: { nombre: 'Pruebas', variables: kept, revision } })
  expect(changed.json()).toMatchObject({ variables: kept, revision: revision + 1 })
  const again = { ...body, ruta: '/saludos/7' }
  expect((await api.call('POST', '/api/test-cliente', { body: again })).json()).toMatchObject({ estado: 200 })
  // What was secret does not become readable.
  const opened = await api.call('PUT', path, {
    body: { nombre: 'Pruebas', variables: [{ ...kept[0], secreto: false }], revision: revision + 1 },
  })
  expect(opened.json().errores).toEqual([
    {
      campo: 'variables[0].valor',
      mensaje: 'Falta este dato: un secreto que cambia de nombre se escribe otra vez.',
    },
  ])
  const stale = { nombre: 'Pruebas', variables: kept, revision }
  expect((await api.call('PUT', path, { body: stale })).statusCode).toBe(409)
  expect((await api.call('PUT', path, { body: stale, role: 'lectura' })).statusCode).toBe(404)
  const twice = await api.call('POST', '/api/test-cliente/entornos', {
    body: { nombre: 'PRUEBAS', variables: [] },
  })
  expect(twice.json().errores).toEqual([{ campo: 'nombre', mensaje: 'Ya tiene un entorno con este nombre.' }])
  expect((await api.call('DELETE', path)).statusCode).toBe(204)
})

test('each person has a history of their own, which holds no credentials and forgets the oldest', async () => {
  const api = await startClient({ env: { DIV_LIMITE_PETICIONES_ENVIADAS: '2' } })
  const historial = '/api/test-cliente/historial'
  await api.call('DELETE', historial, { role: 'lectura' })
  for (const ruta of ['/saludos/1', '/saludos/2', '/saludos/3']) {
    await api.call('POST', '/api/test-cliente', {
      role: 'lectura',
      body: {
        canalId,
        ruta,
        operacion: 'GET /saludos/{id}',
        cabeceras: { 'x-api-key': 's3creto' },
        autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: 's3creto' },
      },
    })
  }
  const kept = (await api.call('GET', historial, { role: 'lectura' })).json()
  expect(kept).toHaveLength(2)
  expect(kept[0]).toMatchObject({
    estado: 200,
    error: null,
    idEjecucion: expect.any(String),
    peticion: {
      destino: { tipo: 'canal', canalId, operacion: 'GET /saludos/{id}', ruta: '/saludos/3' },
      autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: '' },
      cabeceras: [{ nombre: 'x-api-key', valor: '', activa: true }],
    },
  })
  expect(JSON.stringify(kept)).not.toContain('s3creto')
  expect((await api.call('DELETE', historial, { role: 'lectura' })).statusCode).toBe(204)
  expect((await api.call('GET', historial, { role: 'lectura' })).json()).toEqual([])
})

test('what comes to no answer stands in the history with its reason', async () => {
  const api = await startClient({ env: { DIV_MOTOR_PORT: '1' } })
  await api.call('POST', '/api/test-cliente', { body: { canalId } })
  const [last] = (await api.call('GET', '/api/test-cliente/historial')).json()
  expect(last).toMatchObject({ estado: null, error: expect.stringContaining('ECONNREFUSED') })
})

test('a load makes as many calls as it is told, none of them more at once than the limit, and only of a canal', async () => {
  const api = await startClient({ env: { DIV_LIMITE_CARGA_POR_SEGUNDO: '1000' } })
  const body = { canalId, ruta: '/saludos/7', veces: 40, aLaVez: 4 }
  const loaded = (await api.call('POST', '/api/test-cliente/carga', { body, role: 'lectura' })).json()
  expect(loaded).toMatchObject({ incompleta: false })
  expect(loaded.muestras).toHaveLength(40)
  expect(new Set(loaded.muestras.map(({ estado }: { estado: number }) => estado))).toEqual(new Set([200]))
  expect((await api.call('GET', '/api/test-cliente/historial', { role: 'lectura' })).json()).toEqual([])
  const tooMany = await api.call('POST', '/api/test-cliente/carga', {
    body: { ...body, veces: 1_001, aLaVez: 9 },
  })
  expect(tooMany.json().errores).toEqual([
    { campo: 'veces', mensaje: 'El máximo es 1000.' },
    { campo: 'aLaVez', mensaje: 'El máximo es 8.' },
  ])
  const outside = { url: 'http://127.0.0.1:1/', veces: 2 }
  expect((await api.call('POST', '/api/test-cliente/carga', { body: outside })).statusCode).toBe(422)
})

test('a load whose time is over begins no further call and says so; failures are counted as such', async () => {
  const over = await startClient({ env: { DIV_LIMITE_CARGA_MS: '1' } })
  const body = { canalId, ruta: '/saludos/7', veces: 500 }
  const cut = (await over.call('POST', '/api/test-cliente/carga', { body })).json()
  expect(cut).toMatchObject({ incompleta: true })
  expect(cut.muestras.length).toBeLessThan(500)
  const absent = await startClient({ env: { DIV_MOTOR_PORT: '1' } })
  const failed = (
    await absent.call('POST', '/api/test-cliente/carga', { body: { ...body, veces: 2 } })
  ).json()
  expect(failed.muestras).toMatchObject([
    { estado: null, error: expect.stringContaining('ECONNREFUSED') },
    {},
  ])
})

test('there is a place for so many calls and loads at once; further ones are told to come back', async () => {
  const env = {
    DIV_LIMITE_PRUEBAS_A_LA_VEZ: '1',
    DIV_LIMITE_CARGAS: '1',
    DIV_MOTOR_PORT: portOfSilent(),
    DIV_LIMITE_EJECUCION_MS: '400',
  }
  const api = await startClient({ env })
  for (const [path, extra] of [
    ['/api/test-cliente', {}],
    ['/api/test-cliente/carga', { veces: 1 }],
  ] as const) {
    const both = await Promise.all([1, 2].map(() => api.call('POST', path, { body: { canalId, ...extra } })))
    expect(both.map((answer) => answer.statusCode)).toContain(503)
  }
})

test.each(['1.1', '1.2'] as const)(
  'the envelope of SOAP %s that is written is one that the canal answers',
  async (version) => {
    const api = await startClient()
    const asked = { canalId: soapId, operacion: 'Dividir', version, entrada: { a: '7', b: 2 } }
    const { cabeceras, sobre } = (
      await api.call('POST', '/api/test-cliente/sobre', { body: asked, role: 'lectura' })
    ).json()
    expect(sobre).toContain('>7</')
    const body = { canalId: soapId, ruta: '', metodo: 'POST', cabeceras, cuerpo: sobre, operacion: 'Dividir' }
    const answer = (await api.call('POST', '/api/test-cliente', { body })).json()
    expect(answer).toMatchObject({ estado: 200, cuerpo: expect.stringContaining('3.5') })
    expect((await api.call('GET', '/api/test-cliente/historial')).json()[0]).toMatchObject({
      peticion: { destino: { operacion: 'Dividir', ruta: '' } },
    })
  },
)

test('an envelope is refused where its values are, and of what is not published', async () => {
  const api = await startClient()
  const asked = { canalId: soapId, operacion: 'Dividir', entrada: { a: 'x' } }
  const refused = await api.call('POST', '/api/test-cliente/sobre', { body: asked })
  expect(refused.json().errores).toEqual([
    { campo: 'entrada.a', mensaje: expect.any(String) },
    { campo: 'entrada.b', mensaje: 'Falta este dato.' },
  ])
  const unknown = await api.call('POST', '/api/test-cliente/sobre', {
    body: { ...asked, operacion: 'Sumar' },
  })
  expect(unknown.json()).toMatchObject({ status: 404, detail: 'No existe la operación «Sumar».' })
})
