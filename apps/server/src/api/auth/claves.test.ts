import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startWholeApi, type WholeApi } from '../testing-whole.ts'

const DAY_MS = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

let api: WholeApi
beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('ana', 'operador')
  await api.addUsuario('jefa', 'admin')
})
afterAll(() => api.close())

async function addClave(username: string, body: object = { nombre: 'Canalización', expiraEn: inDays(30) }) {
  const { token } = await api.signIn(username)
  const answer = await api.call('POST', '/api/auth/claves', { token, body })
  return { token, answer, ...(answer.json() as { id: string; clave: string; prefijo: string }) }
}

const statusWith = async (token: string, method = 'GET', path = '/api/procesos') =>
  (await api.call(method, path, { token, ...(method !== 'GET' && { body: {} }) })).statusCode

test('a key is shown once, stored as a hash, and does what its user may', async () => {
  const { token, answer, id, clave, prefijo } = await addClave('ana')
  expect(answer.statusCode).toBe(201)
  expect(clave).toMatch(/^divapi_[\w-]{43}$/)
  expect(clave.startsWith(prefijo)).toBe(true)
  const rows = await api.deps.db.selectFrom('clavesDeApi').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(clave)
  expect((await api.call('GET', '/api/auth/me', { token: clave })).json()).toMatchObject({ username: 'ana' })
  expect([await statusWith(clave), await statusWith(clave, 'GET', '/api/usuarios')]).toEqual([200, 403])
  const listed = (await api.call('GET', '/api/auth/claves', { token })).json()
  expect(listed).toMatchObject([{ id, nombre: 'Canalización', prefijo, ultimoUso: expect.any(String) }])
  expect(JSON.stringify(listed)).not.toContain(clave)
})

test('what could keep whoever found a key in the account asks for a person', async () => {
  const { clave, id } = await addClave('jefa')
  const refused = [
    ['GET', '/api/auth/claves'],
    ['POST', '/api/auth/claves'],
    ['DELETE', `/api/auth/claves/${id}`],
    ['PUT', '/api/auth/me'],
    ['PUT', '/api/auth/password'],
    ['POST', '/api/usuarios'],
    ['PUT', `/api/usuarios/${id}`],
    ['POST', `/api/usuarios/${id}/restablecer`],
  ] as const
  for (const [method, path] of refused) {
    const { statusCode, json } = await api.call(method, path, {
      token: clave,
      ...(method !== 'GET' && { body: {} }),
    })
    expect({ method, path, statusCode, codigo: json().codigo }).toMatchObject({
      statusCode: 403,
      codigo: 'CLAVE_NO_BASTA',
    })
  }
})

test('a key ends when it is removed, when it expires, and with its user', async () => {
  const removed = await addClave('ana')
  const gone = `/api/auth/claves/${removed.id}`
  // Nobody removes that of another.
  const { token: other } = await api.signIn('jefa')
  expect((await api.call('DELETE', gone, { token: other })).statusCode).toBe(404)
  expect((await api.call('DELETE', gone, { token: removed.token })).statusCode).toBe(204)
  expect(await statusWith(removed.clave)).toBe(401)

  const expired = await addClave('ana')
  await api.deps.db
    .updateTable('clavesDeApi')
    .set({ expiraEn: new Date(Date.now() - 1) })
    .where('id', '=', expired.id)
    .execute()
  const answer = await api.call('GET', '/api/procesos', { token: expired.clave })
  expect(answer.json()).toMatchObject({ status: 401, codigo: 'CLAVE_DE_API_INVALIDA' })

  const { id: usuarioId } = await api.addUsuario('temporal', 'lectura')
  const orphan = await addClave('temporal')
  await api.deps.db.updateTable('usuarios').set({ activo: false }).where('id', '=', usuarioId).execute()
  expect(await statusWith(orphan.clave)).toBe(401)
})

test('a password that an admin resets ends the keys of the account', async () => {
  const { id } = await api.addUsuario('perdida', 'lectura')
  const { clave } = await addClave('perdida')
  const { token } = await api.signIn('jefa')
  expect((await api.call('POST', `/api/usuarios/${id}/restablecer`, { token, body: {} })).statusCode).toBe(
    200,
  )
  expect(await statusWith(clave)).toBe(401)
})

test('a password that its owner changes ends the keys of the account too', async () => {
  await api.addUsuario('prudente', 'lectura')
  const { clave, token } = await addClave('prudente')
  const body = { actual: PASSWORD, nueva: 'otra frase que nadie adivina' }
  expect((await api.call('PUT', '/api/auth/password', { token, body })).statusCode).toBe(200)
  expect(await statusWith(clave)).toBe(401)
})

test.each([
  ['of the past', () => ({ nombre: 'x', expiraEn: inDays(-1) }), 'expiraEn'],
  ['too far away', () => ({ nombre: 'x', expiraEn: inDays(400) }), 'expiraEn'],
  ['without a name', () => ({ expiraEn: inDays(1) }), 'nombre'],
  ['without an end', () => ({ nombre: 'x' }), 'expiraEn'],
])('a key %s is refused at its field', async (_, body, campo) => {
  const { answer } = await addClave('ana', body())
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errores.map((error: { campo: string }) => error.campo)).toEqual([campo])
})
