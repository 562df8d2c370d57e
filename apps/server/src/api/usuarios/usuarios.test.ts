import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { createFirstAdmin } from './create-first-admin.ts'

let api: WholeApi
let token: string
let adminId: string

const call = (method: string, url: string, body?: object) =>
  api.call(method, url, { token, ...(body && { body }) })
const BERTA = {
  username: 'berta',
  email: 'berta@prueba.es',
  role: 'operador',
  password: 'contraseña de berta',
}

beforeAll(async () => {
  api = await startWholeApi()
  const password = await createFirstAdmin(api.deps, { dataDir: api.dataDir })
  token = (await api.signIn('admin', password ?? '')).token
  adminId = (await call('GET', '/api/auth/me')).json().id
})
afterAll(() => api.close())

test('the first start makes the admin with a random password, kept in a file that only its owner reads', async () => {
  const file = join(api.dataDir, 'admin-inicial.txt')
  expect(await readFile(file, 'utf8')).toMatch(/^usuario: admin\ncontraseña: \S{24}\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await createFirstAdmin(api.deps, { dataDir: api.dataDir })).toBeNull()
})

test('a user is made, listed, read, changed with the revision, and removed', async () => {
  const created = await call('POST', '/api/usuarios', BERTA)
  expect(created.statusCode).toBe(201)
  const usuario = created.json()
  expect(created.headers.location).toBe(`/api/usuarios/${usuario.id}`)
  expect(usuario).toMatchObject({ username: 'berta', role: 'operador', activo: true, revision: 1 })
  expect(created.body).not.toMatch(/password|argon2/i)
  const listed = await call('GET', '/api/usuarios?q=BÉRTA&orden=-creadoEn&limite=5')
  expect(listed.headers['x-total-count']).toBe('1')
  expect(listed.json()).toEqual([usuario])
  const changed = await call('PUT', `/api/usuarios/${usuario.id}`, { ...usuario, email: 'otra@prueba.es' })
  expect(changed.json()).toMatchObject({ email: 'otra@prueba.es', revision: 2 })
  const stale = await call('PUT', `/api/usuarios/${usuario.id}`, usuario)
  expect(stale.json()).toMatchObject({
    status: 409,
    codigo: 'REVISION_OBSOLETA',
    actual: { email: 'otra@prueba.es', revision: 2 },
    enviado: { email: 'berta@prueba.es', revision: 1 },
  })
  const { username, email, role, activo } = changed.json()
  const bare = await call('PUT', `/api/usuarios/${usuario.id}`, {
    username,
    email,
    role,
    activo,
    revision: 2,
  })
  expect(bare.json()).toMatchObject({ email: 'otra@prueba.es', revision: 3 })
  expect((await call('GET', `/api/usuarios/${usuario.id}/usos`)).json()).toEqual([])
  expect((await call('DELETE', `/api/usuarios/${usuario.id}`)).statusCode).toBe(204)
  expect((await call('GET', `/api/usuarios/${usuario.id}`)).statusCode).toBe(404)
})

test.each([
  [{ ...BERTA, role: 'dios' }, 'role'],
  [{ ...BERTA, email: 'no es un correo' }, 'email'],
  [{ ...BERTA, username: '<b>' }, 'username'],
  [{ ...BERTA, password: 'corta' }, 'password'],
  [{ ...BERTA, passwordHash: 'x' }, 'passwordHash'],
  [{ ...BERTA, id: uuid() }, 'id'],
])('%j is refused at its field', async (body, campo) => {
  const answer = await call('POST', '/api/usuarios', body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errores).toMatchObject([{ campo }])
})

test.each([
  [{ ...BERTA, username: 'ADMIN' }, 'username'],
  [{ ...BERTA, email: 'ADMIN@localhost.es' }, 'email'],
])('%j is a name or an address that somebody has', async (body, campo) => {
  await api.deps.db.updateTable('usuarios').set({ email: 'admin@localhost.es' }).execute()
  const answer = await call('POST', '/api/usuarios', body)
  expect(answer.json()).toMatchObject({ status: 409, codigo: 'DUPLICADO', errores: [{ campo }] })
})

test('the last active admin is neither removed nor demoted nor deactivated', async () => {
  const admin = (await call('GET', `/api/usuarios/${adminId}`)).json()
  const changes = [{ role: 'operador' }, { activo: false }]
  for (const change of changes) {
    const answer = await call('PUT', `/api/usuarios/${adminId}`, { ...admin, ...change })
    expect(answer.json()).toMatchObject({ status: 409, codigo: 'ULTIMO_ADMINISTRADOR' })
  }
  expect((await call('DELETE', `/api/usuarios/${adminId}`)).statusCode).toBe(409)
})

test.each([
  ['a new password', { password: 'otra contraseña' }],
  ['another role', { role: 'lectura' }],
  ['a deactivation', { activo: false }],
])('%s ends the sessions of the user', async (_, change) => {
  const usuario = (await call('POST', '/api/usuarios', BERTA)).json()
  const session = await api.signIn('berta', BERTA.password)
  const changed = await call('PUT', `/api/usuarios/${usuario.id}`, { ...usuario, ...change })
  expect(changed.statusCode).toBe(200)
  expect((await api.call('GET', '/api/auth/me', { token: session.token })).statusCode).toBe(401)
  const { refresh_token } = session
  expect((await api.call('POST', '/api/auth/refresh', { body: { refresh_token } })).statusCode).toBe(401)
  await call('DELETE', `/api/usuarios/${usuario.id}`)
})
