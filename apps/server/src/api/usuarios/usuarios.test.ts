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
  expect(created.body).not.toMatch(/contraseña|argon2/i)
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
  expect((await call('POST', `/api/usuarios/${adminId}/desactivar`)).statusCode).toBe(409)
  expect((await call('DELETE', `/api/usuarios/${adminId}`)).statusCode).toBe(409)
})

test('a password that an admin resets is good for nothing but choosing another one', async () => {
  const { id } = (await call('POST', '/api/usuarios', BERTA)).json()
  const before = await api.signIn('berta', BERTA.password)
  const { password } = (await call('POST', `/api/usuarios/${id}/restablecer`)).json()
  expect((await api.call('GET', '/api/auth/me', { token: before.token })).statusCode).toBe(401)

  const session = await api.signIn('berta', password)
  expect(session).toMatchObject({ user: { debeCambiarPassword: true } })
  const own = { token: session.token }
  expect((await api.call('GET', '/api/auth/me', own)).json()).toMatchObject({ debeCambiarPassword: true })
  const refused = await api.call('GET', '/api/procesos', own)
  expect(refused.json()).toMatchObject({ status: 403, codigo: 'CAMBIO_DE_PASSWORD_REQUERIDO' })
  const same = await api.call('PUT', '/api/auth/password', {
    ...own,
    body: { actual: password, nueva: password },
  })
  expect(same.json()).toMatchObject({ status: 422, errores: [{ campo: 'nueva' }] })

  const nueva = 'una contraseña mejor'
  const chosen = await api.call('PUT', '/api/auth/password', { ...own, body: { actual: password, nueva } })
  expect(chosen.json()).toMatchObject({ user: { debeCambiarPassword: false } })
  expect((await api.call('GET', '/api/procesos', { token: chosen.json().token })).statusCode).toBe(200)
  await call('DELETE', `/api/usuarios/${id}`)
})

test('a user made without a password gets one that the answer tells once, good only for choosing another', async () => {
  const { password: _, ...input } = BERTA
  const created = (await call('POST', '/api/usuarios', input)).json()
  expect(created).toMatchObject({
    debeCambiarPassword: true,
    passwordTemporal: expect.stringMatching(/^\S{20}$/),
  })
  expect((await call('GET', `/api/usuarios/${created.id}`)).json()).not.toHaveProperty('passwordTemporal')
  const { token: theirs } = await api.signIn('berta', created.passwordTemporal)
  const refused = await api.call('GET', '/api/procesos', { token: theirs })
  expect(refused.json()).toMatchObject({ codigo: 'CAMBIO_DE_PASSWORD_REQUERIDO' })
  await call('DELETE', `/api/usuarios/${created.id}`)
})

test('the list is narrowed to a role and to who may sign in', async () => {
  const { id } = (await call('POST', '/api/usuarios', { ...BERTA, activo: false })).json()
  const names = async (query: string) =>
    (await call('GET', `/api/usuarios?${query}`)).json().map(({ username }: { username: string }) => username)
  expect(await names('role=operador')).toEqual(['berta'])
  expect(await names('activo=true')).toEqual(['admin'])
  expect(await names('activo=false&role=')).toEqual(['berta'])
  expect((await call('GET', '/api/usuarios?role=dios')).statusCode).toBe(422)
  await call('DELETE', `/api/usuarios/${id}`)
})

test('many are changed together, each judged by itself', async () => {
  const { id } = (await call('POST', '/api/usuarios', BERTA)).json()
  const ids = [id, adminId]
  const changed = await call('POST', '/api/usuarios/lote', { accion: 'desactivar', ids })
  expect(changed.json()).toMatchObject({
    hechos: 1,
    fallidos: 1,
    resultados: [
      { id, ok: true },
      { id: adminId, ok: false, codigo: 'ULTIMO_ADMINISTRADOR' },
    ],
  })
  expect((await call('GET', `/api/usuarios/${id}`)).json()).toMatchObject({ activo: false })
  const refused = await call('POST', '/api/usuarios/lote', { accion: 'categoria', ids, categoriaId: null })
  expect(refused.json()).toMatchObject({ status: 422, errores: [{ campo: 'accion' }] })
  const removed = await call('POST', '/api/usuarios/lote', { accion: 'eliminar', ids })
  expect(removed.json()).toMatchObject({ hechos: 1, fallidos: 1 })
  expect((await call('GET', `/api/usuarios/${id}`)).statusCode).toBe(404)
})

test('a user is deactivated, which ends the sessions, and activated again', async () => {
  const { id } = (await call('POST', '/api/usuarios', BERTA)).json()
  const { token: theirs } = await api.signIn('berta', BERTA.password)
  expect((await call('POST', `/api/usuarios/${id}/desactivar`)).json()).toMatchObject({ activo: false })
  expect((await api.call('GET', '/api/auth/me', { token: theirs })).statusCode).toBe(401)
  expect((await call('POST', `/api/usuarios/${id}/activar`)).json()).toMatchObject({ activo: true })
  expect(await api.signIn('berta', BERTA.password)).toHaveProperty('token')
  const { entradas } = (await call('GET', `/api/auditoria?recurso=usuarios&recursoId=${id}`)).json()
  const acciones = entradas.map(({ accion }: { accion: string }) => accion)
  expect(acciones).toEqual(['iniciarSesion', 'activar', 'desactivar', 'iniciarSesion', 'crear'])
  await call('DELETE', `/api/usuarios/${id}`)
})

test('users change their own address, and nobody takes that of another', async () => {
  const { id } = (await call('POST', '/api/usuarios', BERTA)).json()
  const { token: theirs } = await api.signIn('berta', BERTA.password)
  const change = (email: string) => api.call('PUT', '/api/auth/me', { token: theirs, body: { email } })
  expect((await change('nueva@prueba.es')).json()).toMatchObject({
    username: 'berta',
    email: 'nueva@prueba.es',
  })
  const { email } = (await call('GET', `/api/usuarios/${adminId}`)).json()
  expect((await change(email)).json()).toMatchObject({ status: 409, errores: [{ campo: 'email' }] })
  expect((await change('nada')).json()).toMatchObject({ status: 422, errores: [{ campo: 'email' }] })
  await call('DELETE', `/api/usuarios/${id}`)
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
