import { createServer } from 'node:http'
import { connect } from 'node:net'
import { FLUJO_VERSION, type Flujo, type Parametro } from '@div/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMotor, type TestMotor } from '../../testing.ts'

let motor: TestMotor
beforeAll(async () => {
  motor = await startTestMotor({
    limits: { profundidad: 20, ejecucionesPorWorker: 50 },
    tokens: {
      verify: (token) => (token === 'bueno' ? { id: 't1', canales: null } : null),
    },
  })
})
afterAll(() => motor.close())

/** entrada → salida, the simplest flow that answers. */
function flujoOf(entrada: Parametro[], salida: Parametro[], nodo: Record<string, unknown> = {}): Flujo {
  const posicion = { x: 0, y: 0 }
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: entrada },
      { id: 'n2', tipo: 'salida', nombre: 'Respuesta', posicion, parametros: salida, ...nodo },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}

const ID: Parametro = {
  nombre: 'id',
  tipo: 'entero',
  requerido: true,
  ejemplo: 7,
  validacion: { maximo: 1_000 },
}
const ECHO = flujoOf(
  [ID, { nombre: 'nombre', tipo: 'texto' }],
  [
    { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } },
    { nombre: 'saludo', expresion: '"Hola, " & MAYUSCULAS(n1.nombre)' },
  ],
)
/** Waits for a sequence whose row a test may lock. */
const WAITING = flujoOf([], [{ nombre: 'numero', expresion: 'CONSECUTIVO("turno")' }])

interface Called {
  status: number
  body: unknown
  text: string
  headers: Headers
}

async function call(path: string, init: RequestInit = {}): Promise<Called> {
  const answer = await fetch(`${motor.url}/rest${path}`, init)
  const text = await answer.text()
  let body: unknown = text
  if (text !== '' && /json/.test(answer.headers.get('content-type') ?? '')) body = JSON.parse(text)
  return { status: answer.status, body, text, headers: answer.headers }
}

const json = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof value === 'string' ? value : JSON.stringify(value),
})

async function publish(
  ruta: string,
  flujo: Flujo,
  changes: Parameters<TestMotor['publishCanal']>[0] | object = {},
) {
  const procesoId = await motor.publishProceso(flujo)
  const canalId = await motor.publishCanal({ ruta, ...changes }, [
    { procesoId, metodo: 'GET', ruta: '/cosas/{id}', etag: true },
    { procesoId, metodo: 'POST', ruta: '/cosas' },
  ])
  return { procesoId, canalId }
}

async function withTurnoLocked(work: () => Promise<void>): Promise<void> {
  await motor.database.db.transaction().execute(async (trx) => {
    await sql`select * from consecutivos where nombre = 'turno' for update`.execute(trx)
    await work()
  })
}

beforeAll(async () => {
  await motor.database.db
    .insertInto('consecutivos')
    .values({
      id: uuid(),
      nombre: 'turno',
      descripcion: '',
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: '',
      largo: 0,
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
  await publish('eco', ECHO)
})

describe('a call', () => {
  test('takes its entry from path and query, or from the body, and answers the reached salida', async () => {
    expect(await call('/eco/cosas/7?nombre=ana')).toMatchObject({
      status: 200,
      body: { id: 7, saludo: 'Hola, ANA' },
    })
    expect(await call('/eco/cosas', json({ id: '8', nombre: 'eva' }))).toMatchObject({
      body: { id: 8, saludo: 'Hola, EVA' },
    })
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'id=9&nombre=x+y',
    }
    expect(await call('/eco/cosas', form)).toMatchObject({ body: { id: 9, saludo: 'Hola, X Y' } })
    const xml = {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<c><id>1</id><nombre>z</nombre></c>',
    }
    expect(await call('/eco/cosas', xml)).toMatchObject({ body: { id: 1, saludo: 'Hola, Z' } })
  })

  test('is in the history under the id that it was answered with', async () => {
    const { headers } = await call('/eco/cosas/7?nombre=ana')
    await motor.runtime.history.flush()
    const row = await motor.database.db
      .selectFrom('ejecuciones')
      .selectAll()
      .where('id', '=', headers.get('x-ejecucion-id') ?? '')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      estado: 'ok',
      origen: 'canal',
      version: 1,
      entrada: { id: 7, nombre: 'ana' },
      salida: { id: 7 },
    })
    expect(row.pasos.map((paso) => paso.nodo)).toEqual(['n1', 'n2'])
  })

  test('is answered in the type that it accepts', async () => {
    const path = '/eco/cosas/7?nombre=a'
    expect((await call(path, { headers: { accept: 'application/xml' } })).text).toContain(
      '<id>7</id><saludo>Hola, A</saludo>',
    )
    expect((await call(path, { headers: { accept: 'text/csv' } })).text).toBe('id,saludo\r\n7,"Hola, A"\r\n')
    expect(await call(path, { headers: { accept: 'image/png' } })).toMatchObject({
      status: 406,
      body: { codigo: 'NO_ACEPTABLE' },
    })
  })

  test('of HEAD answers what GET does, without a body', async () => {
    const answer = await call('/eco/cosas/7?nombre=a', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-length')).toBe('27')
  })

  test('that has the answer already gets 304', async () => {
    const first = await call('/eco/cosas/7?nombre=a')
    const etag = first.headers.get('etag') ?? ''
    expect(await call('/eco/cosas/7?nombre=a', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    })
    expect(await call('/eco/cosas/8?nombre=a', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 200,
    })
  })

  test('whose page could run scripts is confined', async () => {
    await publish(
      'pagina',
      flujoOf([], [{ nombre: 'cuerpo', valor: '<script>1</script>' }], { tipoContenido: 'text/html' }),
    )
    const { headers, text } = await call('/pagina/cosas', { method: 'POST' })
    expect(text).toBe('<script>1</script>')
    expect(headers.get('content-security-policy')).toBe('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`

describe('bad input is refused with its own name and nothing runs', () => {
  test.each<[string, string, RequestInit, number, string]>([
    ['a parameter of another type', '/eco/cosas/abc', {}, 400, 'ENTRADA_INVALIDA'],
    ['a parameter beyond its limits', '/eco/cosas/1001', {}, 400, 'ENTRADA_INVALIDA'],
    ['a missing parameter', '/eco/cosas', json({}), 400, 'ENTRADA_INVALIDA'],
    ['malformed JSON', '/eco/cosas', json('{"id":'), 400, 'CUERPO_INVALIDO'],
    ['a duplicate key', '/eco/cosas', json('{"id":1,"id":2}'), 400, 'CUERPO_INVALIDO'],
    ['__proto__', '/eco/cosas', json('{"id":1,"__proto__":{"x":1}}'), 400, 'CUERPO_INVALIDO'],
    ['deep nesting', '/eco/cosas', json(deep), 400, 'CUERPO_INVALIDO'],
    [
      'an undeclared media type',
      '/eco/cosas',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
      415,
      'TIPO_DE_MEDIO_NO_ADMITIDO',
    ],
    [
      'a DOCTYPE',
      '/eco/cosas',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<!DOCTYPE c><c/>' },
      400,
      'CUERPO_INVALIDO',
    ],
    [
      'a body that is too large',
      '/eco/cosas',
      json({ id: 1, nombre: 'x'.repeat(1_100_000) }),
      413,
      'CUERPO_DEMASIADO_GRANDE',
    ],
    [
      '10,000 query parameters',
      `/eco/cosas/7?${Array.from({ length: 10_000 }, (_each, index) => `p${index}=1`).join('&')}`,
      {},
      414,
      'DIRECCION_DEMASIADO_LARGA',
    ],
    ['too many query parameters', `/eco/cosas/7?${'a=&'.repeat(1_500)}`, {}, 400, 'DEMASIADOS_PARAMETROS'],
    ['a NUL in the query', '/eco/cosas/7?nombre=%00', {}, 400, 'DIRECCION_INVALIDA'],
    ['bad UTF-8 in the query', '/eco/cosas/7?nombre=%ff', {}, 400, 'DIRECCION_INVALIDA'],
    ['a bad escape in the path', '/eco/cosas/%zz', {}, 400, 'DIRECCION_INVALIDA'],
    ['an unknown path', '/eco/nada', {}, 404, 'RUTA_NO_ENCONTRADA'],
    ['an unknown canal', '/nada/cosas/7', {}, 404, 'RUTA_NO_ENCONTRADA'],
    ['another method', '/eco/cosas/7', { method: 'DELETE' }, 405, 'METODO_NO_PERMITIDO'],
  ])('%s', async (_what, path, init, status, codigo) => {
    const answer = await call(path, init)
    expect(answer).toMatchObject({ status, body: { status, codigo } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('x-ejecucion-id')).toBe(null)
  })

  test('a wrong value names its field', async () => {
    expect((await call('/eco/cosas/abc')).body).toMatchObject({
      errores: [{ campo: 'id', mensaje: expect.any(String) }],
    })
  })

  test('a method that is not there lists those that are', async () => {
    expect((await call('/eco/cosas/7', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('a body with bad UTF-8 or a NUL', async () => {
    for (const body of [Buffer.from([0x7b, 0xff, 0x7d]), Buffer.from('{"id":1,"nombre":"\0"}')]) {
      const answer = await call('/eco/cosas', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer).toMatchObject({ status: 400, body: { codigo: 'CUERPO_INVALIDO' } })
    }
  })

  test.each([
    ['not HTTP', 'hola\r\n\r\n', 400, 'PETICION_MAL_FORMADA'],
    [
      'headers without end',
      `GET /rest/eco HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      'CABECERAS_DEMASIADO_GRANDES',
    ],
  ])('%s', async (_what, request, status, codigo) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(motor.url).port), '127.0.0.1', () => socket.write(request))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer).toContain(codigo)
  })
})

describe('limits', () => {
  test('beyond its rate a canal answers 429 and says when to come back', async () => {
    await publish('lento', ECHO, { limite: { porMinuto: 1, rafaga: 2 } })
    const answers = [await call('/lento/cosas/1'), await call('/lento/cosas/1'), await call('/lento/cosas/1')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(answers[1]?.headers.get('ratelimit-remaining')).toBe('0')
  })

  test('beyond its concurrency a canal answers 503 while others go on', async () => {
    await publish('angosto', WAITING, { concurrencia: 1 })
    await withTurnoLocked(async () => {
      const first = call('/angosto/cosas', { method: 'POST' })
      await expect.poll(async () => (await call('/angosto/cosas', { method: 'POST' })).status).toBe(503)
      expect(await call('/eco/cosas/1')).toMatchObject({ status: 200 })
      void first
    })
  })

  test('a run that takes too long is cancelled and answered 504', async () => {
    await publish('tarde', WAITING, { tiempoMaximoMs: 100 })
    await withTurnoLocked(async () => {
      expect(await call('/tarde/cosas', { method: 'POST' })).toMatchObject({
        status: 504,
        body: { codigo: 'TIEMPO_AGOTADO', idEjecucion: expect.any(String) },
      })
    })
  })

  test('a caller that hangs up cancels its run', async () => {
    await publish('colgado', WAITING)
    await withTurnoLocked(async () => {
      const abort = new AbortController()
      const hung = call('/colgado/cosas', { method: 'POST', signal: abort.signal }).catch(() => 'gone')
      await new Promise((resolve) => setTimeout(resolve, 100))
      abort.abort()
      expect(await hung).toBe('gone')
    })
    await expect
      .poll(async () => {
        await motor.runtime.history.flush()
        const rows = await motor.database.db
          .selectFrom('ejecuciones')
          .select('estado')
          .where('estado', '=', 'cancelada')
          .execute()
        return rows.length
      })
      .toBe(1)
  })
})

describe('a page of another origin', () => {
  beforeAll(async () => {
    await publish('cruzado', ECHO, { cors: { origenes: ['https://web.example'], credenciales: true } })
  })
  const from = (origin: string, headers = {}): RequestInit => ({ headers: { origin, ...headers } })

  test('may read answers and errors when its origin is allowed', async () => {
    for (const path of ['/cruzado/cosas/1', '/cruzado/cosas/x', '/cruzado/nada']) {
      const { headers } = await call(path, from('https://web.example'))
      expect(headers.get('access-control-allow-origin')).toBe('https://web.example')
      expect(headers.get('vary')).toContain('Origin')
    }
    expect(
      (await call('/cruzado/cosas/1', from('https://otra.example'))).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe(null)
    expect(
      (await call('/eco/cosas/1', from('https://web.example'))).headers.get('access-control-allow-origin'),
    ).toBe(null)
  })

  test('asks first and is told the methods', async () => {
    const asked = await call('/cruzado/cosas/1', {
      method: 'OPTIONS',
      ...from('https://web.example', {
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-a',
      }),
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(asked.headers.get('access-control-allow-headers')).toBe('x-a')
    expect(asked.headers.get('access-control-max-age')).toBe('600')
  })
})

describe('access', () => {
  test('a token canal wants one and says how', async () => {
    await publish('privado', ECHO, { acceso: { tipo: 'token' } })
    const refused = await call('/privado/cosas/1')
    expect(refused).toMatchObject({ status: 401, body: { codigo: 'CREDENCIAL_REQUERIDA' } })
    expect(refused.headers.get('www-authenticate')).toContain('Bearer')
    expect(await call('/privado/cosas/1', { headers: { authorization: 'Bearer malo' } })).toMatchObject({
      status: 401,
    })
    expect(await call('/privado/cosas/1', { headers: { 'x-api-key': 'bueno' } })).toMatchObject({
      status: 200,
    })
  })

  test('a canal of JWT gets the keys of its issuer through the guarded network', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const keys = createServer((_request, response) => {
      exportJWK(publicKey).then((key) =>
        response.end(JSON.stringify({ keys: [{ ...key, kid: 'k', alg: 'ES256' }] })),
      )
    })
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
    const address = keys.address()
    const jwks = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const acceso = { tipo: 'jwt', emisor: 'https://emisor.example', jwks }
    await publish('firmado', ECHO, { acceso: { ...acceso, permitirRedPrivada: true } })
    await publish('encerrado', ECHO, { acceso })
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer('https://emisor.example')
      .setExpirationTime('1m')
      .sign(privateKey)
    const headers = { authorization: `Bearer ${token}` }
    expect(await call('/firmado/cosas/1', { headers })).toMatchObject({ status: 200 })
    expect(await call('/encerrado/cosas/1', { headers })).toMatchObject({ status: 502 })
    keys.close()
  })
})

describe('an Idempotency-Key', () => {
  test('gets the first answer again, also at the same time', async () => {
    await publish('una-vez', WAITING)
    const init = json('', { 'idempotency-key': uuid() })
    const first = await call('/una-vez/cosas', init)
    const again = await call('/una-vez/cosas', init)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('x-ejecucion-id')).toBe(first.headers.get('x-ejecucion-id'))
    expect(await call('/una-vez/cosas', json({ otra: 1 }, { 'idempotency-key': 'k' }))).toMatchObject({
      status: 200,
    })
    expect(await call('/una-vez/cosas', json({ otra: 2 }, { 'idempotency-key': 'k' }))).toMatchObject({
      status: 422,
    })
    expect(await call('/una-vez/cosas', json({}, { 'idempotency-key': 'ñ' }))).toMatchObject({ status: 400 })
  })

  test('is answered 409 while the first one runs', async () => {
    const init = json({}, { 'idempotency-key': uuid() })
    await withTurnoLocked(async () => {
      const first = call('/una-vez/cosas', init)
      await expect.poll(async () => (await call('/una-vez/cosas', init)).status).toBe(409)
      void first
    })
  })
})

describe('what is published', () => {
  test('changes under continuous calls without a failed one', async () => {
    const answerOf = (numero: number) => flujoOf([], [{ nombre: 'numero', valor: numero }])
    const { procesoId } = await publish('vivo', answerOf(1))
    let stop = false
    const seen = new Set<unknown>()
    const statuses = new Set<number>()
    const caller = async () => {
      while (!stop) {
        const { status, body } = await call('/vivo/cosas', { method: 'POST' })
        statuses.add(status)
        seen.add(JSON.stringify(body))
      }
    }
    const callers = [caller(), caller(), caller(), caller()]
    for (let version = 2; version <= 6; version++) {
      await motor.publishVersion(procesoId, version, answerOf(version))
      await expect.poll(() => seen.has(JSON.stringify({ numero: version })), { timeout: 2_000 }).toBe(true)
    }
    stop = true
    await Promise.all(callers)
    expect([...statuses]).toEqual([200])
  })

  test('but broken is 503 by name, and the others go on', async () => {
    const posicion = { x: 0, y: 0 }
    const operacion = {
      servidorId: uuid(),
      tipoServidor: 'sqlite',
      tipoObjeto: 'consulta',
      objeto: { sql: 'select 1' },
    }
    const broken: Flujo = {
      ...ECHO,
      nodos: [
        ...ECHO.nodos,
        { id: 'n3', tipo: 'proceso', nombre: 'Sin servidor', posicion, parametros: [], ...operacion },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n3' },
        { id: 'c2', origen: 'n3', destino: 'n2' },
      ],
    }
    await publish('roto', broken)
    const answer = await call('/roto/cosas/1')
    expect(answer).toMatchObject({ status: 503, body: { codigo: 'PUBLICACION_DEFECTUOSA' } })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await call('/eco/cosas/1')).toMatchObject({ status: 200 })
  })

  test('that uses a parametro follows it', async () => {
    const id = uuid()
    const set = async (valor: number) => {
      await motor.database.db
        .insertInto('parametros')
        .values({
          id,
          nombre: 'iva',
          tipo: 'decimal',
          descripcion: '',
          categoriaId: null,
          secreto: false,
          valor: JSON.stringify(valor),
          actualizadoPor: null,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ valor: JSON.stringify(valor), revision: 2 }),
        )
        .execute()
    }
    await set(0.16)
    await publish('iva', flujoOf([], [{ nombre: 'iva', expresion: 'PARAMETRO("iva")' }]))
    expect((await call('/iva/cosas', { method: 'POST' })).body).toEqual({ iva: 0.16 })
    await set(0.21)
    await expect
      .poll(async () => (await call('/iva/cosas', { method: 'POST' })).body, { timeout: 2_000 })
      .toEqual({ iva: 0.21 })
  })

  test('describes itself', async () => {
    const { body } = await call('/eco/openapi.json')
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/cosas/{id}': {
          get: {
            parameters: [
              {
                name: 'id',
                in: 'path',
                required: true,
                example: 7,
                schema: { type: 'integer', maximum: 1_000 },
              },
              { name: 'nombre', in: 'query', required: false },
            ],
            responses: { '200': { description: 'Respuesta' }, '400': { description: expect.any(String) } },
          },
        },
        '/cosas': {
          post: { requestBody: { content: { 'application/json': { schema: { required: ['id'] } } } } },
        },
      },
    })
  })

  test('has a page that runs no script of another origin', async () => {
    const page = await call('/eco/docs')
    expect(page.text).toContain('<html lang="es">')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/<script>/)
    for (const asset of ['swagger-ui-bundle.js', 'swagger-ui.css', 'inicio.js']) {
      expect((await call(`/eco/docs/${asset}`)).status).toBe(200)
    }
    expect((await call('/eco/docs/..%2f..%2fpackage.json')).status).toBe(404)
  })
})

test('a motor that closes lets the calls under way end and writes their history', async () => {
  const other = await startTestMotor()
  const procesoId = await other.publishProceso(WAITING)
  await other.publishCanal({ ruta: 'fin' }, [{ procesoId, metodo: 'POST', ruta: '/' }])
  await other.database.db
    .insertInto('consecutivos')
    .values({
      id: uuid(),
      nombre: 'turno',
      descripcion: '',
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: '',
      largo: 0,
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
  let answer: Promise<Response> | undefined
  let closed: Promise<void> | undefined
  await other.database.db.transaction().execute(async (trx) => {
    await sql`select * from consecutivos for update`.execute(trx)
    answer = fetch(`${other.url}/rest/fin/`, { method: 'POST' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    closed = other.motor.close()
  })
  expect((await answer)?.status).toBe(200)
  await closed
  expect(await other.database.db.selectFrom('ejecuciones').select('estado').execute()).toEqual([
    { estado: 'ok' },
  ])
  await expect(fetch(other.url)).rejects.toThrow()
  await other.database.drop()
})
