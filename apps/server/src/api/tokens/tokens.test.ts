import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { type ClosableTokenVerifier, createTokenVerifier } from './token-verifier.ts'

let api: WholeApi
let token: string
let verifier: ClosableTokenVerifier

const call = (method: string, url: string, body?: object) =>
  api.call(method, url, { token, ...(body && { body }) })
const create = async (nombre: string, rest: object = {}) =>
  (await call('POST', '/api/tokens', { nombre, canales: 'todos', ...rest })).json()
const verify = async (text: string) => verifier.verify(text)
/** Longer than an answer of the verifier is kept. */
const forget = () => new Promise((resolve) => setTimeout(resolve, 1_050))

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('raiz', 'admin')
  token = (await api.signIn('raiz')).token
  verifier = createTokenVerifier({ db: api.deps.db, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await verifier.close()
  await api.close()
})

test('a token is shown once and stored as its hash', async () => {
  const created = await create('primero')
  expect(created).toMatchObject({ nombre: 'primero', canales: 'todos', expiraEn: null, ultimoUso: null })
  expect(created.token).toMatch(/^div_[\w-]{43}$/)
  expect(created.prefijo).toBe(created.token.slice(0, 8))
  expect((await call('GET', `/api/tokens/${created.id}`)).json()).not.toHaveProperty('token')
  expect((await call('GET', '/api/tokens?q=primero&categoriaId=ninguna')).body).not.toContain(created.token)
  expect(await verify(created.token)).toEqual({ id: created.id, canales: null, capacidades: [] })
  expect(await verify(`${created.token.slice(0, -1)}_`)).toBeNull()
  expect(await verify('')).toBeNull()
})

test('a token opens the canales that it names, which have to exist', async () => {
  const canal = (await call('POST', '/api/canales', { nombre: 'C', tipo: 'REST', ruta: 'c' })).json()
  const scoped = await create('acotado', { canales: [canal.id] })
  expect(await verify(scoped.token)).toEqual({ id: scoped.id, canales: [canal.id], capacidades: [] })
  const refused = await call('POST', '/api/tokens', { nombre: 'x', canales: [canal.id, uuid()] })
  expect(refused.json()).toMatchObject({ status: 422, errores: [{ campo: 'canales[1]' }] })
  const none = await call('POST', '/api/tokens', { nombre: 'x', canales: [] })
  expect(none.json()).toMatchObject({
    status: 422,
    errores: [{ campo: 'canales', mensaje: 'Elija al menos un canal o una herramienta.' }],
  })
})

test('a token may be for tools of MCP alone', async () => {
  const posicion = { x: 0, y: 0 }
  const flujo = {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      { id: 'n2', tipo: 'salida', nombre: 'Salida', posicion, parametros: [] },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
  const { id: procesoId } = (await call('POST', '/api/procesos', { nombre: 'Hora', flujo })).json()
  const herramienta = {
    nombre: 'hora',
    descripcion: 'Dice la hora.',
    objetivo: { tipo: 'proceso', procesoId },
  }
  const { id } = (await call('POST', '/api/ai-capabilities', herramienta)).json()
  const made = await create('asistente', { canales: [], capacidades: [id] })
  expect(await verify(made.token)).toEqual({ id: made.id, canales: [], capacidades: [id] })
  const refused = await call('POST', '/api/tokens', { nombre: 'x', canales: [], capacidades: [id, uuid()] })
  expect(refused.json()).toMatchObject({ status: 422, errores: [{ campo: 'capacidades[1]' }] })
  await api.addUsuario('operaria', 'operador')
  const operaria = (await api.signIn('operaria')).token
  const { revision } = (await call('GET', `/api/ai-capabilities/${id}`)).json()
  const change = (changes: object) =>
    api.call('PUT', `/api/ai-capabilities/${id}`, {
      token: operaria,
      body: { ...herramienta, revision, ...changes },
    })
  expect((await change({ escribe: false })).statusCode).toBe(403)
  expect((await change({ descripcion: 'Dice qué hora es.' })).statusCode).toBe(200)
  const inUse = await call('DELETE', `/api/ai-capabilities/${id}`)
  expect(inUse.json()).toMatchObject({ status: 409, usos: [{ recurso: 'tokens', nombre: 'asistente' }] })
})

test('an expiry in the past is refused; one that comes ends the token', async () => {
  const past = new Date(Date.now() - 1_000).toISOString()
  const refused = await call('POST', '/api/tokens', { nombre: 'x', canales: 'todos', expiraEn: past })
  expect(refused.json().errores).toMatchObject([{ campo: 'expiraEn' }])
  const soon = await create('breve', { expiraEn: new Date(Date.now() + 1_000).toISOString() })
  expect(await verify(soon.token)).not.toBeNull()
  await forget()
  expect(await verify(soon.token)).toBeNull()
})

test('the list is narrowed to what tokens are worth', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await create('filtro eterno')
  await create('filtro lejano', { expiraEn: inDays(300) })
  await create('filtro cercano', { expiraEn: inDays(2) })
  await create('filtro breve', { expiraEn: new Date(Date.now() + 1_000).toISOString() })
  const revoked = await create('filtro revocado', { expiraEn: inDays(2) })
  await call('POST', `/api/tokens/${revoked.id}/revocar`)
  await forget()
  const listed = async (estado: string) =>
    (await call('GET', `/api/tokens?q=filtro&estado=${estado}`))
      .json()
      .map(({ nombre }: { nombre: string }) => nombre)
  expect(await listed('vigente')).toEqual(['filtro eterno', 'filtro lejano'])
  expect(await listed('porVencer')).toEqual(['filtro cercano'])
  expect(await listed('vencido')).toEqual(['filtro breve'])
  expect(await listed('revocado')).toEqual(['filtro revocado'])
  expect(await listed('')).toHaveLength(5)
})

test('a revoked token opens nothing, and cannot be rotated back', async () => {
  const { id, token: secret } = await create('revocable')
  expect(await verify(secret)).not.toBeNull()
  expect((await call('POST', `/api/tokens/${id}/revocar`)).json().revocadoEn).not.toBeNull()
  await forget()
  expect(await verify(secret)).toBeNull()
  expect((await call('POST', `/api/tokens/${id}/rotar`)).json().codigo).toBe('TOKEN_REVOCADO')
})

test('a rotated token has a new secret under the same id', async () => {
  const { id, token: before } = await create('rotado')
  const { token: after } = (await call('POST', `/api/tokens/${id}/rotar`)).json()
  expect(await verify(before)).toBeNull()
  expect(await verify(after)).toEqual({ id, canales: null, capacidades: [] })
})

test('the last use is written later, and is no change that motors hear of', async () => {
  const { id, token: secret } = await create('usado')
  const changes = () => api.deps.db.selectFrom('cambios').select('id').where('recursoId', '=', id).execute()
  const before = (await changes()).length
  const closing = createTokenVerifier({ db: api.deps.db, log: pino({ level: 'silent' }) })
  await Promise.all([closing.verify(secret), closing.verify(secret)])
  await closing.close()
  const { ultimoUso, revision } = (await call('GET', `/api/tokens/${id}`)).json()
  expect(Date.now() - Date.parse(ultimoUso)).toBeLessThan(10_000)
  expect(revision).toBe(1)
  expect(await changes()).toHaveLength(before)
})
