import { createServer, IncomingMessage, type Server } from 'node:http'
import { Socket } from 'node:net'
import { AppError } from '@div/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccesoAbierto, compileAccess, type TokenGrant } from './access.ts'
import { createJwtVerifier } from './jwt-verifier.ts'

const GRANTS: Readonly<Record<string, TokenGrant>> = {
  suyo: { id: 't1', canales: ['canal-1'], capacidades: [] },
  todos: { id: 't2', canales: null, capacidades: [] },
  ajeno: { id: 't3', canales: ['canal-2'], capacidades: [] },
}
const tokens = { verify: (token: string) => GRANTS[token] ?? null }

async function call(acceso: AccesoAbierto, headers: Record<string, string>): Promise<string> {
  const request = new IncomingMessage(new Socket())
  request.headers = headers
  try {
    return await compileAccess(acceso, { canalId: 'canal-1', tokens })(request)
  } catch (error) {
    if (error instanceof AppError) return error.codigo
    throw error
  }
}

test('a public canal lets everybody in', async () => {
  expect(await call({ tipo: 'publico' }, {})).toBe('')
})

test.each([
  [{ authorization: 'Bearer suyo' }, 't1'],
  [{ authorization: 'bearer suyo' }, 't1'],
  [{ 'x-api-key': 'todos' }, 't2'],
  [{ authorization: 'Bearer ajeno' }, 'CANAL_NO_AUTORIZADO'],
  [{ authorization: 'Bearer otro' }, 'CREDENCIAL_RECHAZADA'],
  [{ authorization: 'Basic suyo' }, 'CREDENCIAL_REQUERIDA'],
  [{ authorization: 'Bearer ' }, 'CREDENCIAL_REQUERIDA'],
  [{ 'x-api-key': '' }, 'CREDENCIAL_REQUERIDA'],
  [{}, 'CREDENCIAL_REQUERIDA'],
])('a token canal and %j → %s', async (headers, expected) => {
  expect(await call({ tipo: 'token' }, headers as Record<string, string>)).toBe(expected)
})

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

test.each([
  [basic('ana:señal:1'), 'ana'],
  [basic('ana:señal:2'), 'CREDENCIAL_RECHAZADA'],
  [basic('ana'), 'CREDENCIAL_RECHAZADA'],
  [{ authorization: 'Bearer x' }, 'CREDENCIAL_REQUERIDA'],
])('a basic canal and %j → %s', async (headers, expected) => {
  expect(await call({ tipo: 'basico', usuario: 'ana', contrasena: 'señal:1' }, headers)).toBe(expected)
})

describe('a canal of JWT', () => {
  let server: Server
  let jwks: string
  let requests = 0
  const rsa = generateKeyPair('RS256', { extractable: true })
  const other = generateKeyPair('RS256', { extractable: true })

  beforeAll(async () => {
    const { publicKey } = await rsa
    const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
    server = createServer((_request, response) => {
      requests++
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ keys: [key] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    jwks = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/jwks`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const acceso = (): AccesoAbierto => ({
    tipo: 'jwt',
    verifier: createJwtVerifier({ emisor: 'https://emisor', jwks, audiencia: 'div' }, { fetch }),
  })
  const claims = () => new SignJWT({}).setSubject('ana').setIssuer('https://emisor').setAudience('div')
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const header = { alg: 'RS256', kid: 'k1' }

  test('lets in what its issuer signed, and asks for the keys once', async () => {
    const access = acceso()
    const token = await claims()
      .setProtectedHeader(header)
      .setExpirationTime('1m')
      .sign((await rsa).privateKey)
    expect(await call(access, bearer(token))).toBe('ana')
    expect(await call(access, bearer(token))).toBe('ana')
    expect(requests).toBe(1)
  })

  test.each<[string, () => Promise<string>]>([
    [
      'an expired one',
      async () =>
        claims()
          .setProtectedHeader(header)
          .setExpirationTime('-1m')
          .sign((await rsa).privateKey),
    ],
    [
      'one that never expires',
      async () =>
        claims()
          .setProtectedHeader(header)
          .sign((await rsa).privateKey),
    ],
    [
      'one of another issuer',
      async () =>
        claims()
          .setIssuer('https://otro')
          .setProtectedHeader(header)
          .setExpirationTime('1m')
          .sign((await rsa).privateKey),
    ],
    [
      'one for another audience',
      async () =>
        claims()
          .setAudience('otra')
          .setProtectedHeader(header)
          .setExpirationTime('1m')
          .sign((await rsa).privateKey),
    ],
    [
      'one that another key signed',
      async () =>
        claims()
          .setProtectedHeader(header)
          .setExpirationTime('1m')
          .sign((await other).privateKey),
    ],
    [
      'one signed with a shared secret',
      async () =>
        claims()
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .setExpirationTime('1m')
          .sign(new Uint8Array(32)),
    ],
    [
      'one without signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"ana"}').toString('base64url')}.`,
    ],
    ['something else', async () => 'x.y.z'],
  ])('refuses %s', async (_what, sign) => {
    expect(await call(acceso(), bearer(await sign()))).toBe('CREDENCIAL_RECHAZADA')
  })

  test('keys that cannot be had are not the caller’s fault', async () => {
    const verifier = createJwtVerifier(
      { emisor: 'https://emisor', jwks: 'http://127.0.0.1:1/jwks' },
      { fetch },
    )
    const token = await claims()
      .setProtectedHeader(header)
      .setExpirationTime('1m')
      .sign((await rsa).privateKey)
    expect(await call({ tipo: 'jwt', verifier }, bearer(token))).toBe('SERVIDOR_NO_RESPONDE')
  })
})
