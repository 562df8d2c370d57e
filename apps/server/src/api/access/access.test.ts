import { hasPermission, ROLES, type Role } from '@div/contract'
import Fastify from 'fastify'
import { SignJWT } from 'jose'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { registerAccess } from './register-access.ts'

let api: WholeApi
const tokens = new Map<Role, string>()
let adminId: string

beforeAll(async () => {
  api = await startWholeApi()
  for (const role of ROLES) {
    const { id } = await api.addUsuario(role, role)
    if (role === 'admin') adminId = id
    tokens.set(role, (await api.signIn(role)).token)
  }
})
afterAll(() => api.close())

/** A path whose ids name nothing: what is allowed answers 404 or what the body deserves, and nothing is done. */
const urlOf = (path: string) => path.replace(/:\w+/g, uuid())

async function statusOf({ method, path }: { method: string; path: string }, token?: string): Promise<number> {
  return (await api.call(method, urlOf(path), { token, ...(method !== 'GET' && { body: {} }) })).statusCode
}

function sign(
  claims: object,
  { key = api.deps.secretos.derive('jwt'), expires = '15m', issuer = 'div' } = {},
) {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(adminId)
    .setIssuedAt(new Date(Date.now() - 3_600_000))
    .setExpirationTime(expires)
    .sign(key)
}

test('there are routes to check', () => {
  expect(api.routes.length).toBeGreaterThan(60)
})

describe('every route answers as it declares', () => {
  test('to nobody', async () => {
    for (const route of api.routes) {
      const status = await statusOf(route)
      if (route.access !== 'publico') expect({ route, status }).toMatchObject({ status: 401 })
      else expect({ route, isOpen: status !== 401 && status !== 403 }).toMatchObject({ isOpen: true })
    }
  })

  test.each(ROLES)('to %s', async (role) => {
    for (const route of api.routes) {
      const { access } = route
      const isAllowed = access === 'publico' || access === 'autenticado' || hasPermission(role, access)
      const status = await statusOf(route, tokens.get(role))
      if (isAllowed)
        expect({ route, status, ok: status !== 401 && status !== 403 }).toMatchObject({ ok: true })
      else expect({ route, status }).toMatchObject({ status: 403 })
      expect({ route, status, isBug: status === 500 }).toMatchObject({ isBug: false })
    }
  })

  test('to an expired token, one of another key, another issuer, another session, and one without a signature', async () => {
    const familia = await api.deps.db
      .selectFrom('sesiones')
      .select('familia')
      .where('usuarioId', '=', adminId)
      .executeTakeFirstOrThrow()
    const good = await sign(familia)
    expect((await api.call('GET', '/api/auth/me', { token: good })).statusCode).toBe(200)
    const bad = [
      await sign(familia, { expires: '-1s' }),
      await sign(familia, { key: Buffer.alloc(32, 1) }),
      await sign(familia, { issuer: 'otro' }),
      await sign({ familia: uuid() }),
      await sign({}),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`,
      'x',
    ]
    for (const route of api.routes.filter(({ access }) => access !== 'publico')) {
      for (const token of route.path === '/api/auth/me' ? bad : bad.slice(0, 1)) {
        expect({ route, status: await statusOf(route, token) }).toMatchObject({ status: 401 })
      }
    }
  })
})

test.each([
  '/api/servidores/',
  '/api//servidores',
  '/API/servidores',
  '/api/servidores%2f',
  '/api/servidores;x',
  '/api/./servidores',
])('%s gets round nothing', async (url) =>
  expect([401, 404]).toContain((await api.call('GET', url)).statusCode),
)

test('HEAD asks for what GET asks', async () => {
  expect((await api.call('HEAD', '/api/servidores')).statusCode).toBe(401)
})

test('a route that does not say who may call it does not start', async () => {
  const app = Fastify()
  registerAccess(app, { sign: async () => '', authenticate: () => Promise.reject(new Error('not asked')) })
  expect(() => app.get('/abierta', () => 'hola')).toThrow('GET /abierta declares no access')
})

test('a user who was deactivated, or whose role changed, is that at once', async () => {
  const { id } = await api.addUsuario('cambiante', 'admin')
  const { token } = await api.signIn('cambiante')
  const list = async () => (await api.call('GET', '/api/usuarios', { token })).statusCode
  expect(await list()).toBe(200)
  await api.deps.db.updateTable('usuarios').set({ role: 'lectura' }).where('id', '=', id).execute()
  expect(await list()).toBe(403)
  await api.deps.db.updateTable('usuarios').set({ activo: false }).where('id', '=', id).execute()
  expect(await list()).toBe(401)
})
