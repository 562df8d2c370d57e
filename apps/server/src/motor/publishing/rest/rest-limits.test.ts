import { createServer, get } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ECHO, json, startRestMotor, WAITING } from './rest-testing.ts'

let rest: Awaited<ReturnType<typeof startRestMotor>>
beforeAll(async () => {
  rest = await startRestMotor()
})
afterAll(() => rest.close())

describe('limits', () => {
  test('beyond its rate a canal answers 429 and says when to come back', async () => {
    await rest.publish('lento', ECHO, { limite: { porMinuto: 1, rafaga: 2 } })
    const answers = [
      await rest.call('/lento/cosas/1'),
      await rest.call('/lento/cosas/1'),
      await rest.call('/lento/cosas/1'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(answers[1]?.headers.get('ratelimit-remaining')).toBe('0')
  })

  test('callers without a name have a rate each, by their address', async () => {
    await rest.publish('publico', ECHO, { limite: { porMinuto: 1, rafaga: 1 } })
    const statusFrom = (localAddress: string, forwardedFor: string | null = null) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = forwardedFor === null ? {} : { 'x-forwarded-for': forwardedFor }
        get(`${rest.motor.url}/rest/publico/cosas/1`, { localAddress, headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    expect(await statusFrom('127.0.0.2')).toBe(200)
    expect(await statusFrom('127.0.0.2')).toBe(429)
    expect(await statusFrom('127.0.0.3')).toBe(200)
    // Only a proxy that is trusted says who calls.
    expect(await statusFrom('127.0.0.3', '192.0.2.1')).toBe(429)
    expect(await statusFrom('127.0.9.1', '192.0.2.1')).toBe(200)
    expect(await statusFrom('127.0.9.1', '192.0.2.2')).toBe(200)
    expect(await statusFrom('127.0.9.2', '192.0.2.9, 192.0.2.2')).toBe(429)
  })

  test('beyond its concurrency a canal answers 503 while others go on', async () => {
    await rest.publish('angosto', WAITING, { concurrencia: 1 })
    await rest.withTurnoLocked(async () => {
      // One of the two holds the place until the sequence is free.
      const calls = [1, 2].map(() => rest.call('/angosto/cosas', { method: 'POST' }))
      expect(await Promise.race(calls)).toMatchObject({ status: 503, body: { codigo: 'SATURADO' } })
      expect(await rest.call('/eco/cosas/1')).toMatchObject({ status: 200 })
    })
  })

  test('a run that takes too long is cancelled and answered 504', async () => {
    await rest.publish('tarde', WAITING, { tiempoMaximoMs: 100 })
    await rest.withTurnoLocked(async () => {
      expect(await rest.call('/tarde/cosas', { method: 'POST' })).toMatchObject({
        status: 504,
        body: { codigo: 'TIEMPO_AGOTADO', idEjecucion: expect.any(String) },
      })
    })
  })

  test('a run in memory that has no room to store what it does answers 507, and goes well once there is', async () => {
    await rest.publish('lleno', WAITING)
    const { db } = rest.motor.database
    await sql`create function sin_espacio() returns trigger language plpgsql as
      'begin raise exception ''no space left on device'' using errcode = ''53100''; end'`.execute(db)
    await sql`create trigger lleno before update on consecutivos execute function sin_espacio()`.execute(db)
    const send = () => rest.call('/lleno/cosas', { method: 'POST' })
    expect(await send()).toMatchObject({
      status: 507,
      body: { title: 'Sin espacio', codigo: 'BASE_DE_DATOS_LLENA', idEjecucion: expect.any(String) },
    })
    await sql`drop trigger lleno on consecutivos`.execute(db)
    expect(await send()).toMatchObject({ status: 200 })
  })

  test('a run that an operator cancels ends, and its caller is told', async () => {
    await rest.publish('cancelable', WAITING)
    const { cancelRun, enCurso } = rest.motor.runtime
    // As it will be told of once it has taken long enough.
    const listRuns = () => enCurso.list(Date.now() + 2_000)
    await rest.withTurnoLocked(async () => {
      const call = rest.call('/cancelable/cosas', { method: 'POST' })
      await expect.poll(listRuns).toMatchObject([{ origen: 'canal', version: 1 }])
      const [run] = listRuns()
      expect(await cancelRun(run?.id ?? '')).toBe(true)
      expect(await call).toMatchObject({
        status: 503,
        body: { codigo: 'EJECUCION_CANCELADA', idEjecucion: run?.id },
      })
      expect(listRuns()).toEqual([])
    })
  })

  test('a caller that hangs up cancels its run', async () => {
    const { procesoId } = await rest.publish('colgado', WAITING)
    await rest.withTurnoLocked(async () => {
      const abort = new AbortController()
      const hung = rest.call('/colgado/cosas', { method: 'POST', signal: abort.signal }).catch(() => 'gone')
      await new Promise((resolve) => setTimeout(resolve, 100))
      abort.abort()
      expect(await hung).toBe('gone')
      // The lock is held until then: the run can only end because nobody waits for it.
      await expect
        .poll(async () => {
          await rest.motor.runtime.history.flush()
          const rows = await rest.motor.database.db
            .selectFrom('ejecuciones')
            .select('estado')
            .where('procesoId', '=', procesoId)
            .execute()
          return rows
        })
        .toEqual([{ estado: 'cancelada' }])
    })
  })
})

describe('a page of another origin', () => {
  beforeAll(async () => {
    await rest.publish('cruzado', ECHO, { cors: { origenes: ['https://web.example'], credenciales: true } })
  })
  const from = (origin: string, headers = {}): RequestInit => ({ headers: { origin, ...headers } })

  test('may read answers and errors when its origin is allowed', async () => {
    for (const path of ['/cruzado/cosas/1', '/cruzado/cosas/x', '/cruzado/nada']) {
      const { headers } = await rest.call(path, from('https://web.example'))
      expect(headers.get('access-control-allow-origin')).toBe('https://web.example')
      expect(headers.get('vary')).toContain('Origin')
    }
    expect(
      (await rest.call('/cruzado/cosas/1', from('https://otra.example'))).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe(null)
    expect(
      (await rest.call('/eco/cosas/1', from('https://web.example'))).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe(null)
  })

  test('asks first and is told the methods', async () => {
    const asked = await rest.call('/cruzado/cosas/1', {
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
    await rest.publish('privado', ECHO, { acceso: { tipo: 'token' } })
    const refused = await rest.call('/privado/cosas/1')
    expect(refused).toMatchObject({ status: 401, body: { codigo: 'CREDENCIAL_REQUERIDA' } })
    expect(refused.headers.get('www-authenticate')).toContain('Bearer')
    expect(await rest.call('/privado/cosas/1', { headers: { authorization: 'Bearer malo' } })).toMatchObject({
      status: 401,
    })
    expect(await rest.call('/privado/cosas/1', { headers: { 'x-api-key': 'bueno' } })).toMatchObject({
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
    await rest.publish('firmado', ECHO, { acceso: { ...acceso, permitirRedPrivada: true } })
    await rest.publish('encerrado', ECHO, { acceso })
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer('https://emisor.example')
      .setExpirationTime('1m')
      .sign(privateKey)
    const headers = { authorization: `Bearer ${token}` }
    expect(await rest.call('/firmado/cosas/1', { headers })).toMatchObject({ status: 200 })
    expect(await rest.call('/encerrado/cosas/1', { headers })).toMatchObject({ status: 502 })
    keys.close()
  })

  test('whoever leaves before it is known who they are starts no run', async () => {
    const { promise: left, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const keys = createServer(async (_request, response) => {
      tellAsked()
      await left
      const key = await exportJWK(publicKey)
      response.end(JSON.stringify({ keys: [{ ...key, kid: 'k', alg: 'ES256' }] }))
    })
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
    const address = keys.address()
    const jwks = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const acceso = { tipo: 'jwt', emisor: 'https://emisor.example', jwks, permitirRedPrivada: true }
    const { procesoId } = await rest.publish('impaciente', ECHO, { acceso, concurrencia: 1 })
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer('https://emisor.example')
      .setExpirationTime('1m')
      .sign(privateKey)
    const headers = { authorization: `Bearer ${token}` }
    const patience = new AbortController()
    const call = rest.call('/impaciente/cosas/1', { headers, signal: patience.signal })
    await asked
    patience.abort()
    await expect(call).rejects.toThrow()
    // Its place is free again once the motor has seen it leave.
    await expect.poll(() => rest.motor.runtime.enCurso.list().length, { timeout: 10_000 }).toBe(0)
    goOn()
    await expect
      .poll(async () => (await rest.call('/impaciente/cosas/2', { headers })).status, { timeout: 10_000 })
      .toBe(200)
    await rest.motor.runtime.history.flush()
    const runs = await rest.motor.database.db
      .selectFrom('ejecuciones')
      .select('id')
      .where('procesoId', '=', procesoId)
      .execute()
    expect(runs).toHaveLength(1)
    keys.close()
  })
})

describe('an Idempotency-Key', () => {
  test('gets the first answer again, also at the same time', async () => {
    await rest.publish('una-vez', WAITING)
    const init = json('', { 'idempotency-key': uuid() })
    const first = await rest.call('/una-vez/cosas', init)
    const again = await rest.call('/una-vez/cosas', init)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('x-ejecucion-id')).toBe(first.headers.get('x-ejecucion-id'))
    expect(await rest.call('/una-vez/cosas', json({ otra: 1 }, { 'idempotency-key': 'k' }))).toMatchObject({
      status: 200,
    })
    expect(await rest.call('/una-vez/cosas', json({ otra: 2 }, { 'idempotency-key': 'k' }))).toMatchObject({
      status: 422,
    })
    expect(await rest.call('/una-vez/cosas', json({}, { 'idempotency-key': 'ñ' }))).toMatchObject({
      status: 400,
    })
  })

  test('is answered 409 while the first one runs', async () => {
    const init = json({}, { 'idempotency-key': uuid() })
    await rest.withTurnoLocked(async () => {
      const calls = [1, 2].map(() => rest.call('/una-vez/cosas', init))
      expect(await Promise.race(calls)).toMatchObject({
        status: 409,
        body: { codigo: 'IDEMPOTENCIA_EN_CURSO' },
      })
    })
  })
})
