import { setTimeout } from 'node:timers/promises'
import { LIMITS } from '@div/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { createFirstAdmin } from '../usuarios/create-first-admin.ts'

let api: WholeApi
let token: string

const call = (method: string, url: string, body?: object) =>
  api.call(method, url, { token, ...(body && { body }) })
const read = async () => (await api.call('GET', '/api/configuracion')).json()
const NONE = { urlBase: null, urlTrazabilidad: null, historialDias: null, avisoTokensDias: null }

beforeAll(async () => {
  api = await startWholeApi({ env: { DIV_URL_BASE: 'https://div.example' }, limits: { nodos: 50 } })
  const password = await createFirstAdmin(api.deps, { dataDir: api.dataDir })
  token = (await api.signIn('admin', password ?? '')).token
})
afterAll(() => api.close())

test('anybody reads what is in force: of the settings of the start what nobody has changed', async () => {
  expect(await read()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    motor: { puerto: 1 },
    urlBase: 'https://div.example',
    urlTrazabilidad: null,
    historialDias: LIMITS.historialDias,
    avisoTokensDias: 7,
    limites: expect.objectContaining({ nodos: 50, elementos: LIMITS.elementos }),
    ajustes: NONE,
    porDefecto: {
      urlBase: 'https://div.example',
      urlTrazabilidad: null,
      historialDias: LIMITS.historialDias,
      avisoTokensDias: 7,
    },
    revision: 1,
    actualizadoEn: expect.any(String),
  })
})

test('an admin changes them with the revision, and back; the audit keeps both', async () => {
  const before = await read()
  const changed = await call('PUT', '/api/configuracion', {
    ...before,
    ...NONE,
    urlBase: 'https://otra.example',
  })
  expect(changed.json()).toMatchObject({ urlBase: 'https://otra.example', revision: before.revision + 1 })
  expect(await read()).toEqual(changed.json())
  const stale = await call('PUT', '/api/configuracion', { ...NONE, revision: before.revision })
  expect(stale.json()).toMatchObject({
    status: 409,
    codigo: 'REVISION_OBSOLETA',
    actual: { urlBase: 'https://otra.example' },
  })
  const back = await call('PUT', '/api/configuracion', { ...NONE, revision: before.revision + 1 })
  expect(back.json()).toMatchObject({ urlBase: 'https://div.example' })
  const { entradas } = (await call('GET', '/api/auditoria?recurso=configuracion')).json()
  expect(entradas[0]).toMatchObject({
    usuario: 'admin',
    accion: 'editar',
    detalle: { antes: { urlBase: 'https://otra.example' }, ahora: NONE },
  })
})

test.each([
  [{ historialDias: 0 }, 'historialDias'],
  [{ avisoTokensDias: 91 }, 'avisoTokensDias'],
  [{ urlBase: 'javascript:alert(1)' }, 'urlBase'],
  [{ otro: 1 }, 'otro'],
])('%j is refused at its field', async (change, campo) => {
  const { revision } = await read()
  const answer = await call('PUT', '/api/configuracion', { ...NONE, revision, ...change })
  expect(answer.json()).toMatchObject({ status: 422, errores: [{ campo }] })
})

test('the history is kept as long as they say, at once', async () => {
  const { db } = api.deps
  const days = async () => {
    const { rows } = await sql<{ name: string }>`
      select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'ejecuciones'::regclass order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }
  const old = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const next = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10)
  const name = `ejecuciones_${old.replaceAll('-', '')}`
  await sql
    .raw(`create table ${name} partition of ejecuciones for values from ('${old}') to ('${next}')`)
    .execute(db)
  const { revision } = await read()
  expect(await days()).toContain(name)
  await call('PUT', '/api/configuracion', { ...NONE, historialDias: 2, revision })
  while ((await days()).includes(name)) await setTimeout(20)
  await call('PUT', '/api/configuracion', { ...NONE, revision: revision + 1 })
})

test('the product looks at itself: a first password that nobody changed, a canal for anybody, a token for ever', async () => {
  await call('POST', '/api/canales', { nombre: 'Abierto', tipo: 'REST', ruta: 'abierto' })
  await call('POST', '/api/tokens', { nombre: 'Eterno', canales: 'todos' })
  const found = (await call('GET', '/api/configuracion/seguridad')).json()
  const byId = new Map(found.map((each: { id: string }) => [each.id, each]))
  expect(byId.get('admin-inicial')).toMatchObject({ estado: 'aviso', queHacer: expect.any(String) })
  expect(byId.get('canales-publicos')).toMatchObject({
    estado: 'aviso',
    detalle: 'Contestan a cualquiera: Abierto.',
  })
  expect(byId.get('tokens-sin-vencimiento')).toMatchObject({ detalle: 'No vencen nunca: Eterno.' })
  expect(byId.get('tokens-todos-los-canales')).toMatchObject({ estado: 'aviso' })
  expect(byId.get('auditoria')).toMatchObject({ estado: 'ok', queHacer: null })
  expect(byId.get('reloj')).toMatchObject({ estado: 'ok' })
  expect(byId.get('usuarios-sin-entrar')).toMatchObject({ estado: 'ok' })
})
