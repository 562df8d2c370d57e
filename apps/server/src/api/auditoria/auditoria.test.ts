import type { AccionAuditada, RecursoAuditado } from '@div/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { audit } from './audit.ts'
import { verifyChain } from './verify-chain.ts'

let api: WholeApi
let token: string

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('raiz', 'admin')
  token = (await api.signIn('raiz')).token
})
afterAll(() => api.close())

const get = async (url: string) => (await api.call('GET', url, { token })).json()

const write = (accion: AccionAuditada, detalle: Record<string, unknown> = {}) =>
  api.deps.db
    .transaction()
    .execute((trx) =>
      audit(trx, { usuario: 'prueba', accion, recurso: 'procesos', recursoId: null, detalle }),
    )

test('every change of a resource is an entry; a change that fails leaves none', async () => {
  const body = { nombre: 'Ventas' }
  const { id } = (await api.call('POST', '/api/categorias', { token, body })).json()
  expect((await api.call('POST', '/api/categorias', { token, body })).statusCode).toBe(409)
  await api.call('PUT', `/api/categorias/${id}`, { token, body: { nombre: 'Compras', revision: 1 } })
  await api.call('DELETE', `/api/categorias/${id}`, { token })
  const { entradas } = await get(`/api/auditoria?recurso=categorias&recursoId=${id}`)
  expect(entradas).toMatchObject([
    { accion: 'eliminar', usuario: 'raiz', detalle: { nombre: 'Compras' } },
    { accion: 'editar' },
    { accion: 'crear', detalle: { nombre: 'Ventas' } },
  ])
  expect((await get('/api/auditoria?recurso=categorias')).entradas).toHaveLength(3)
})

test('what was touched is named as it was then, and where nobody wrote that down as it is now', async () => {
  const made = await api.call('POST', '/api/procesos', { token, body: { nombre: 'Cobros' } })
  const { id, revision } = made.json()
  await api.call('PUT', `/api/procesos/${id}`, { token, body: { nombre: 'Cobros y pagos', revision } })
  const leave = (recurso: RecursoAuditado, recursoId: string) =>
    api.deps.db
      .transaction()
      .execute((trx) => audit(trx, { usuario: 'prueba', accion: 'probar', recurso, recursoId, detalle: {} }))
  await leave('procesos', id)
  await leave('procesos', '0b0e7c1e-6d1f-4f43-8f0a-2c7b1a7f1d11')
  await leave('nodos', 'uno/1')
  const nombresOf = async (query: string) =>
    (await get(`/api/auditoria?${query}`)).entradas.map(({ nombre }: { nombre: string | null }) => nombre)
  expect(await nombresOf(`recursoId=${id}`)).toEqual(['Cobros y pagos', 'Cobros y pagos', 'Cobros'])
  expect(await nombresOf('accion=probar')).toEqual([null, null, 'Cobros y pagos'])
  expect(await nombresOf('accion=iniciarSesion')).toEqual(['raiz'])
})

test('pages follow each other without gaps or repeats', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, index) => write('mover', { z: index, a: { c: 1, b: 2 } })))
  const ids: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await get(`/api/auditoria?accion=mover&limite=10${next && `&antesDe=${next}`}`)
    ids.push(...page.entradas.map(({ id }: { id: string }) => id))
    next = page.siguiente
  }
  expect(new Set(ids).size).toBe(25)
  expect(ids).toEqual(ids.toSorted((left, right) => Number(right) - Number(left)))
})

test('a text is looked for in who, what, which and in the name of the thing', async () => {
  await write('explorar', { nombre: 'Facturas 100%' })
  await write('explorar', { nombre: 'Facturas 1000' })
  const found = async (q: string) =>
    (await get(`/api/auditoria?accion=explorar&q=${encodeURIComponent(q)}`)).entradas.map(
      ({ detalle }: { detalle: { nombre: string } }) => detalle.nombre,
    )
  expect(await found('facturas')).toEqual(['Facturas 1000', 'Facturas 100%'])
  expect(await found('100%')).toEqual(['Facturas 100%'])
  expect(await found('PRUEBA')).toHaveLength(2)
  expect(await found('nada')).toEqual([])
})

test('entries cannot be changed or removed through the database of the product', async () => {
  await expect(sql`update auditoria set usuario = 'otro'`.execute(api.deps.db)).rejects.toThrow('append-only')
  await expect(sql`delete from auditoria`.execute(api.deps.db)).rejects.toThrow('append-only')
  await expect(sql`truncate auditoria`.execute(api.deps.db)).rejects.toThrow('append-only')
})

test('the chain holds, and shows where somebody with the database in hand changed or removed an entry', async () => {
  const good = await get('/api/auditoria/verificar')
  expect(good).toMatchObject({ integra: true, primeraAlterada: null })
  expect(good.entradas).toBeGreaterThan(25)
  const { db } = api.deps
  const tamper = async (statement: string) => {
    await db.transaction().execute(async (trx) => {
      await sql`alter table auditoria disable trigger auditoria_inmutable`.execute(trx)
      await sql.raw(statement).execute(trx)
    })
  }
  await tamper(`update auditoria set detalle = '{"z":99}' where id = 7`)
  expect(await verifyChain(db)).toMatchObject({ integra: false, entradas: 6, primeraAlterada: '7' })
  await tamper(`delete from auditoria where id = 5`)
  expect(await verifyChain(db)).toMatchObject({ integra: false, entradas: 4, primeraAlterada: '6' })
})
