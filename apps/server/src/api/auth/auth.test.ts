import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilWaiting } from '../../db/testing.ts'
import { hashPassword, verifyPassword } from '../access/password.ts'
import { endSessions } from '../access/refresh-tokens.ts'
import { PASSWORD, startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('ana', 'operador')
})
afterAll(() => api.close())

const login = (username: string, password: string, address = '192.0.2.1') =>
  api.call('POST', '/api/auth/login', { body: { username, password }, address })
const refresh = (refresh_token: string) => api.call('POST', '/api/auth/refresh', { body: { refresh_token } })
const me = (token: string) => api.call('GET', '/api/auth/me', { token })

/** Moves the replacement of every token of the past into the past. */
async function ageReplaced(seconds: number): Promise<void> {
  await api.deps.db
    .updateTable('sesiones')
    .set({ reemplazadaEn: new Date(Date.now() - seconds * 1_000) })
    .where('reemplazadaEn', 'is not', null)
    .execute()
}

describe('signing in', () => {
  test('answers both tokens and who it is', async () => {
    const answer = await login('ANA', PASSWORD)
    expect(answer.statusCode).toBe(200)
    const { token, user } = answer.json()
    expect(user).toMatchObject({ username: 'ana', email: 'ana@prueba.es', role: 'operador' })
    expect(user.permisos).toContain('procesos.crear')
    expect(JSON.stringify(answer.json())).not.toContain('argon2')
    expect((await me(token)).json()).toEqual(user)
  })

  test('an unknown user and a wrong password are refused with the same words', async () => {
    const [unknown, wrong] = [await login('nadie', 'x', '192.0.2.2'), await login('ana', 'x', '192.0.2.2')]
    expect(unknown.statusCode).toBe(401)
    expect(unknown.json()).toEqual(wrong.json())
    expect(wrong.json()).toMatchObject({ codigo: 'CREDENCIALES_INVALIDAS', detail: 'Credenciales inválidas' })
  })

  test.each([
    [{}, ['password', 'username']],
    [{ username: 'ana' }, ['password']],
    [{ username: null, password: PASSWORD }, ['username']],
    [{ username: 'ana', password: PASSWORD, role: 'admin' }, ['role']],
  ])('%j names what is missing', async (body, campos) => {
    const answer = await api.call('POST', '/api/auth/login', { body })
    expect(answer.statusCode).toBe(422)
    expect(
      answer
        .json()
        .errores.map(({ campo }: { campo: string }) => campo)
        .toSorted(),
    ).toEqual(campos)
  })

  test('too many failures of an account wait, also for the right password, until the time has passed', async () => {
    await api.addUsuario('objetivo', 'lectura')
    for (let index = 0; index < 6; index++) {
      expect((await login('objetivo', 'x', `198.51.100.${index}`)).statusCode).toBe(401)
    }
    const refused = await login('objetivo', PASSWORD, '198.51.100.77')
    expect(refused.statusCode).toBe(429)
    expect(refused.json().codigo).toBe('DEMASIADOS_INTENTOS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await api.deps.db
      .updateTable('intentosAcceso')
      .set({ bloqueadoHasta: new Date(Date.now() - 1) })
      .execute()
    expect((await login('objetivo', PASSWORD, '198.51.100.77')).statusCode).toBe(200)
    expect((await login('objetivo', 'x', '198.51.100.77')).statusCode).toBe(401)
  })

  test('an address that guesses at many accounts at once has to wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => login(`inventado${index}`, 'x', '203.0.113.9')),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(21)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(9)
    expect((await login('ana', PASSWORD, '203.0.113.10')).statusCode).toBe(200)
  })
})

describe('renewing', () => {
  test('a token is replaced once; for half a minute it is answered with the same successor', async () => {
    const first = await api.signIn('ana')
    const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)))
    const successors = new Set(answers.map((answer) => answer.json().refresh_token))
    expect(successors.size).toBe(1)
    const [successor = ''] = successors
    expect(successor).not.toBe(first.refresh_token)
    expect((await me(answers[0]?.json().token)).statusCode).toBe(200)
    expect((await refresh(successor)).statusCode).toBe(200)
  })

  test('a token that is used again later ends the whole family, and the audit says so', async () => {
    const first = await api.signIn('ana')
    const second = (await refresh(first.refresh_token)).json()
    await ageReplaced(31)
    expect((await refresh(first.refresh_token)).json()).toMatchObject({
      status: 401,
      codigo: 'SESION_VENCIDA',
    })
    expect((await refresh(second.refresh_token)).statusCode).toBe(401)
    expect((await me(second.token)).statusCode).toBe(401)
    const entry = await api.deps.db
      .selectFrom('auditoria')
      .select('usuario')
      .where('accion', '=', 'cerrarSesionRobada')
      .executeTakeFirst()
    expect(entry).toEqual({ usuario: 'ana' })
  })

  test('an unknown, an expired and somebody inactive renew nothing', async () => {
    expect((await refresh('inventado')).statusCode).toBe(401)
    const expired = await api.signIn('ana')
    await api.deps.db
      .updateTable('sesiones')
      .set({ expiraEn: new Date(0) })
      .execute()
    expect((await refresh(expired.refresh_token)).statusCode).toBe(401)
    const { id } = await api.addUsuario('baja', 'lectura')
    const { refresh_token } = await api.signIn('baja')
    await api.deps.db.updateTable('usuarios').set({ activo: false }).where('id', '=', id).execute()
    expect((await refresh(refresh_token)).statusCode).toBe(401)
    expect((await login('baja', PASSWORD)).statusCode).toBe(401)
  })

  test('nothing of a token is stored but its hash', async () => {
    const { refresh_token } = await api.signIn('ana')
    const rows = await api.deps.db.selectFrom('sesiones').selectAll().execute()
    expect(rows.some(({ hash }) => hash.equals(Buffer.from(refresh_token)))).toBe(false)
    expect(JSON.stringify(rows)).not.toContain(refresh_token)
  })
})

test('signing out ends the session and only that one', async () => {
  const [gone, kept] = [await api.signIn('ana'), await api.signIn('ana')]
  const { refresh_token } = gone
  expect((await api.call('POST', '/api/auth/logout', { body: { refresh_token } })).statusCode).toBe(204)
  expect((await api.call('POST', '/api/auth/logout', { body: { refresh_token } })).statusCode).toBe(204)
  expect((await me(gone.token)).statusCode).toBe(401)
  expect((await refresh(refresh_token)).statusCode).toBe(401)
  expect((await me(kept.token)).statusCode).toBe(200)
})

test('the own password is changed with the current one, which ends every session but the new one', async () => {
  await api.addUsuario('admin', 'admin')
  const file = join(api.dataDir, 'admin-inicial.txt')
  await writeFile(file, 'usuario: admin')
  const before = await api.signIn('admin')
  const change = (actual: string, nueva: string) =>
    api.call('PUT', '/api/auth/password', { token: before.token, body: { actual, nueva } })
  expect((await change('otra cosa', 'una contraseña nueva')).json().errores).toEqual([
    { campo: 'actual', mensaje: 'No es su contraseña actual.' },
  ])
  expect((await change(PASSWORD, 'corta')).json().errores[0].campo).toBe('nueva')
  const answer = await change(PASSWORD, 'una contraseña nueva')
  expect(answer.statusCode).toBe(200)
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  expect((await me(before.token)).statusCode).toBe(401)
  expect((await me(answer.json().token)).statusCode).toBe(200)
  expect((await login('admin', PASSWORD)).statusCode).toBe(401)
  expect((await login('admin', 'una contraseña nueva')).statusCode).toBe(200)
})

test.each([
  ['sign in', () => login('carrera', PASSWORD)],
  [
    'change it',
    (token: string) =>
      api.call('PUT', '/api/auth/password', {
        token,
        body: { actual: PASSWORD, nueva: 'otra contraseña nueva' },
      }),
  ],
])('a password that is reset while somebody uses it to %s is good for nothing any more', async (_, use) => {
  const { id } = await api.addUsuario('carrera', 'lectura')
  const before = await api.signIn('carrera')
  const reset = await api.deps.db.startTransaction().execute()
  const passwordHash = await hashPassword('la que puso el administrador')
  await reset.updateTable('usuarios').set({ passwordHash }).where('id', '=', id).execute()
  await endSessions(reset, id)
  const using = use(before.token)
  await untilWaiting(api.deps.db, 1)
  await reset.commit().execute()
  expect((await using).statusCode).toBe(401)
  const sessions = await api.deps.db
    .selectFrom('sesiones')
    .select('hash')
    .where('usuarioId', '=', id)
    .execute()
  expect(sessions).toEqual([])
  await api.deps.db.deleteFrom('usuarios').where('id', '=', id).execute()
})

test('a password is verified against its hash, whatever its cost was, and no hash verifies nothing', async () => {
  const hash = await hashPassword('ñandú')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('ñandú', hash)).toBe(true)
  expect(await verifyPassword('nandu', hash)).toBe(false)
  expect(await verifyPassword('ñandú', undefined)).toBe(false)
})
