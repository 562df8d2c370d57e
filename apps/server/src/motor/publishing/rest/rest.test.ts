import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { restorePasos } from '../../history/restore-pasos.ts'
import { flujoOf, json, startRestMotor } from './rest-testing.ts'

let rest: Awaited<ReturnType<typeof startRestMotor>>
beforeAll(async () => {
  rest = await startRestMotor()
})
afterAll(() => rest.close())

describe('a call', () => {
  test('takes its entry from path and query, or from the body, and answers the reached salida', async () => {
    expect(await rest.call('/eco/cosas/7?nombre=ana')).toMatchObject({
      status: 200,
      body: { id: 7, saludo: 'Hola, ANA' },
    })
    expect(await rest.call('/eco/cosas', json({ id: '8', nombre: 'eva' }))).toMatchObject({
      body: { id: 8, saludo: 'Hola, EVA' },
    })
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'id=9&nombre=x+y',
    }
    expect(await rest.call('/eco/cosas', form)).toMatchObject({ body: { id: 9, saludo: 'Hola, X Y' } })
    const xml = {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<c><id>1</id><nombre>z</nombre></c>',
    }
    expect(await rest.call('/eco/cosas', xml)).toMatchObject({ body: { id: 1, saludo: 'Hola, Z' } })
  })

  test('is in the history under the id that it was answered with', async () => {
    const { headers } = await rest.call('/eco/cosas/7?nombre=ana')
    await rest.motor.runtime.history.flush()
    const row = await rest.motor.database.db
      .selectFrom('ejecuciones')
      .selectAll()
      .where('id', '=', headers.get('x-ejecucion-id') ?? '')
      .executeTakeFirstOrThrow()
    const told = restorePasos(row)
    expect(told).toMatchObject({
      estado: 'ok',
      origen: 'canal',
      version: 1,
      entrada: { id: 7, nombre: 'ana' },
      salida: { id: 7 },
    })
    expect(told.pasos.map((paso) => paso.nodo)).toEqual(['n1', 'n2'])
  })

  test('is answered in the type that it accepts', async () => {
    const path = '/eco/cosas/7?nombre=a'
    expect((await rest.call(path, { headers: { accept: 'application/xml' } })).text).toContain(
      '<id>7</id><saludo>Hola, A</saludo>',
    )
    expect((await rest.call(path, { headers: { accept: 'text/csv' } })).text).toBe(
      'id,saludo\r\n7,"Hola, A"\r\n',
    )
    expect(await rest.call(path, { headers: { accept: 'image/png' } })).toMatchObject({
      status: 406,
      body: { codigo: 'NO_ACEPTABLE' },
    })
  })

  test('of HEAD answers what GET does, without a body', async () => {
    const answer = await rest.call('/eco/cosas/7?nombre=a', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-length')).toBe('27')
  })

  test('that has the answer already gets 304', async () => {
    const first = await rest.call('/eco/cosas/7?nombre=a')
    const etag = first.headers.get('etag') ?? ''
    expect(await rest.call('/eco/cosas/7?nombre=a', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    })
    expect(await rest.call('/eco/cosas/8?nombre=a', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 200,
    })
  })

  test('has headers that HTTP can carry, whatever the caller puts into them', async () => {
    await rest.publish(
      'cabeceras',
      flujoOf([{ nombre: 'q', tipo: 'texto' }], [{ nombre: 'q', valorAsignado: { nodo: 'n1', ruta: 'q' } }], {
        cabeceras: [{ nombre: 'X-Q', valorAsignado: { nodo: 'n1', ruta: 'q' } }],
      }),
    )
    const answer = await rest.call('/cabeceras/cosas/7?q=%E2%82%AC%7F%C3%B1')
    expect(answer).toMatchObject({ status: 200, body: { q: '€\u007fñ' } })
    expect(answer.headers.get('x-q')).toBe('%E2%82%AC ñ')
  })

  test('that cannot be sent after all is a problem that names its run', async () => {
    vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementationOnce(() => {
      throw new TypeError('Invalid character in header content')
    })
    const { status, body, headers } = await rest.call('/eco/cosas/7?nombre=a')
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { codigo: 'ERROR_INTERNO', idEjecucion: headers.get('x-ejecucion-id') },
    })
    expect(headers.get('x-ejecucion-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('whose page could run scripts is confined', async () => {
    await rest.publish(
      'pagina',
      flujoOf([], [{ nombre: 'cuerpo', valor: '<script>1</script>' }], { tipoContenido: 'text/html' }),
    )
    const { headers, text } = await rest.call('/pagina/cosas', { method: 'POST' })
    expect(text).toBe('<script>1</script>')
    expect(headers.get('content-security-policy')).toBe('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
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
      'a compressed body',
      '/eco/cosas',
      { ...json({ id: 1 }), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      415,
      'CODIFICACION_NO_ADMITIDA',
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
    ['half a character', '/eco/cosas', json('{"id":1,"nombre":"\\ud83d"}'), 400, 'CUERPO_INVALIDO'],
    ['half a character in the query', '/eco/cosas/7?nombre=%ED%A0%BD', {}, 400, 'DIRECCION_INVALIDA'],
    [
      'half a character in a form',
      '/eco/cosas',
      { method: 'POST', body: 'id=1&nombre=%ED%A0%BD', headers: FORM },
      400,
      'DIRECCION_INVALIDA',
    ],
    [
      'half a character in XML',
      '/eco/cosas',
      {
        method: 'POST',
        body: '<c><id>1</id><nombre>&#xD83D;</nombre></c>',
        headers: { 'content-type': 'text/xml' },
      },
      400,
      'CUERPO_INVALIDO',
    ],
    ['a NUL in the query', '/eco/cosas/7?nombre=%00', {}, 400, 'DIRECCION_INVALIDA'],
    ['bad UTF-8 in the query', '/eco/cosas/7?nombre=%ff', {}, 400, 'DIRECCION_INVALIDA'],
    ['a bad escape in the path', '/eco/cosas/%zz', {}, 400, 'DIRECCION_INVALIDA'],
    ['an unknown path', '/eco/nada', {}, 404, 'RUTA_NO_ENCONTRADA'],
    ['an unknown canal', '/nada/cosas/7', {}, 404, 'RUTA_NO_ENCONTRADA'],
    ['another method', '/eco/cosas/7', { method: 'DELETE' }, 405, 'METODO_NO_PERMITIDO'],
  ])('%s', async (_what, path, init, status, codigo) => {
    const answer = await rest.call(path, init)
    expect(answer).toMatchObject({ status, body: { status, codigo } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('x-ejecucion-id')).toBe(null)
  })

  test('a wrong value names its field', async () => {
    expect((await rest.call('/eco/cosas/abc')).body).toMatchObject({
      errores: [{ campo: 'id', mensaje: expect.any(String) }],
    })
  })

  test('a method that is not there lists those that are', async () => {
    expect((await rest.call('/eco/cosas/7', { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    )
  })

  test('a body with bad UTF-8 or a NUL', async () => {
    for (const body of [Buffer.from([0x7b, 0xff, 0x7d]), Buffer.from('{"id":1,"nombre":"\0"}')]) {
      const answer = await rest.call('/eco/cosas', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer).toMatchObject({ status: 400, body: { codigo: 'CUERPO_INVALIDO' } })
    }
  })

  test.each([
    [
      'no host',
      'GET /rest/eco/cosas/7 HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'Falta la cabecera Host.',
    ],
    [
      'no host, beside the canales',
      'GET /nada HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'Falta la cabecera Host.',
    ],
    ['not HTTP', 'hola\r\n\r\n', 400, 'PETICION_MAL_FORMADA'],
    [
      'headers without end',
      `GET /rest/eco HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      'CABECERAS_DEMASIADO_GRANDES',
    ],
  ])('%s', async (_what, request, status, codigo) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(rest.motor.url).port), '127.0.0.1', () => socket.write(request))
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
