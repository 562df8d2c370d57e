import { LIMITS } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '../../motor/pools/testing.ts'
import { createPresupuesto } from '../../motor/presupuesto/presupuesto.ts'
import { insertPrecio, insertServidor } from '../../motor/presupuesto/testing.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
const tokens = new Map<string, string>()

beforeAll(async () => {
  api = await startWholeApi()
  for (const [username, role] of [
    ['raiz', 'admin'],
    ['ope', 'operador'],
    ['ana', 'lectura'],
  ] as const) {
    await api.addUsuario(username, role)
    tokens.set(username, (await api.signIn(username)).token)
  }
})
afterAll(() => api.close())

const ask = (method: string, path: string, body?: object, username = 'raiz') =>
  api.call(method, `/api/ai/${path}`, { token: tokens.get(username), ...(body && { body }) })

const PRECIO = { modelo: 'chico', desde: '2026-01-01', entradaPorMillon: '1', salidaPorMillon: '2' }
const PRESUPUESTO = { nombre: 'Todos', importe: '100' }

describe('prices', () => {
  test('are written by admins and read by everybody', async () => {
    expect((await ask('POST', 'pricing', PRECIO, 'ope')).statusCode).toBe(403)
    expect((await ask('POST', 'pricing', PRECIO)).statusCode).toBe(201)
    expect((await ask('GET', 'pricing?q=CHI', undefined, 'ana')).json()).toMatchObject([
      { nombre: 'chico', servidor: null, desde: '2026-01-01', hasta: null, moneda: 'USD' },
    ])
  })

  test.each([
    ['the same model from the same day', PRECIO, 'desde'],
    ['an end before the beginning', { ...PRECIO, desde: '2026-02-01', hasta: '2026-01-31' }, 'hasta'],
    ['a servidor that is not there', { ...PRECIO, servidorId: crypto.randomUUID() }, 'servidorId'],
    ['more decimals than are kept', { ...PRECIO, entradaPorMillon: '0.1234567' }, 'entradaPorMillon'],
    ['less than nothing', { ...PRECIO, salidaPorMillon: '-1' }, 'salidaPorMillon'],
  ])('%s is refused', async (_, body, campo) => {
    expect((await ask('POST', 'pricing', body)).json()).toMatchObject({ status: 422, errores: [{ campo }] })
  })
})

describe('budgets', () => {
  test('are written by operadores, and say how they stand', async () => {
    expect((await ask('POST', 'budget', PRESUPUESTO, 'ana')).statusCode).toBe(403)
    expect((await ask('POST', 'budget', PRESUPUESTO, 'ope')).json()).toMatchObject({ avisos: [50, 80, 100] })
    const [resumen] = (await ask('GET', 'budget', undefined, 'ana')).json()
    expect(resumen).toMatchObject({
      gastado: '0',
      reservado: '0',
      previsto: '0',
      rechazos: 0,
      deNombre: null,
    })
    expect(resumen.inicio).toMatch(/-01T00:00:00.000Z$/)
  })

  test.each([
    ['somebody of all', { de: 'x' }, 'de'],
    ['nobody of a role', { ambito: 'role' }, 'de'],
    ['a role that is not there', { ambito: 'role', de: 'jefe' }, 'de'],
    ['a user that is not there', { ambito: 'usuario', de: crypto.randomUUID() }, 'de'],
    ['a zone that is not there', { zonaHoraria: 'Marte/Olimpo' }, 'zonaHoraria'],
  ])('%s is refused', async (_, changes, campo) => {
    const body = { ...PRESUPUESTO, nombre: 'Otro', ...changes }
    expect((await ask('POST', 'budget', body)).json()).toMatchObject({ status: 422, errores: [{ campo }] })
  })

  test('one that is made, or counts something else from now on, knows what its period has seen', async () => {
    const { id: usuarioId } = (await api.call('GET', '/api/auth/me', { token: tokens.get('ope') })).json()
    await spend({ usuarioId, role: 'operador', importe: '2.5' })
    await spend({ usuarioId: null, role: null, importe: '1' })
    const { id, revision } = (
      await ask('POST', 'budget', { ...PRESUPUESTO, nombre: 'De ope', ambito: 'usuario', de: usuarioId })
    ).json()
    const read = async () => (await ask('GET', `budget/${id}/resumen`)).json()
    expect(await read()).toMatchObject({ gastado: '2.5', deNombre: 'ope' })
    expect(Number((await read()).previsto)).toBeGreaterThanOrEqual(2.5)
    await ask('PUT', `budget/${id}`, { ...PRESUPUESTO, nombre: 'De ope', revision })
    expect(await read()).toMatchObject({ gastado: '3.5', deNombre: null })
  })

  test('one that is switched off and on again has counted what was spent meanwhile', async () => {
    const body = { ...PRESUPUESTO, nombre: 'De admins', ambito: 'role', de: 'admin', duro: true }
    const { id } = (await ask('POST', 'budget', body)).json()
    await spend({ role: 'admin', importe: '1' })
    await ask('POST', 'budget/lote', { accion: 'desactivar', ids: [id] })
    await spend({ role: 'admin', importe: '2' })
    await ask('POST', 'budget/lote', { accion: 'activar', ids: [id] })
    expect((await ask('GET', `budget/${id}/resumen`)).json()).toMatchObject({ activo: true, gastado: '3' })
  })

  test('while one is changed, and others come and go, calls at once are counted exactly', async () => {
    const { db } = api.deps
    await db.deleteFrom('aiConsumos').execute()
    await insertPrecio(db, { modelo: 'medido', entrada: '1', salida: '1' })
    const warned: unknown[] = []
    const log = { warn: (told: unknown) => warned.push(told) }
    const cuenta = createPresupuesto({ db, limits: LIMITS, findRun: () => undefined, log })
    const body = { ...PRESUPUESTO, nombre: 'Cambiado', duro: true }
    const { id, ...created } = (await ask('POST', 'budget', body)).json()
    let { revision } = created

    const call = async (_: unknown, index: number) => {
      const maximo = { entrada: 600_000, salida: 400_000 }
      const pedido = { modelo: 'medido', clase: 'texto', maximo } as const
      const context = testContext({ deadline: Number.POSITIVE_INFINITY })
      const reserva = await cuenta.of(uuid()).reserve(pedido, context)
      if (index % 2 === 0) await reserva.settle({ ...maximo, cacheada: 0 })
      else await reserva.release()
    }
    const change = async () => {
      for (let turn = 0; turn < 10; turn++) {
        const periodo = turn % 2 === 0 ? 'anio' : 'mes'
        const changed = await ask('PUT', `budget/${id}`, { ...body, periodo, revision })
        expect(changed.statusCode).toBe(200)
        revision = changed.json().revision
        const passing = (await ask('POST', 'budget', { ...body, nombre: 'Pasajero' })).json()
        expect((await ask('DELETE', `budget/${passing.id}`)).statusCode).toBe(204)
      }
    }
    await Promise.all([change(), ...Array.from({ length: 50 }, call)])
    cuenta.close()
    expect(warned).toEqual([])
    expect((await ask('GET', `budget/${id}/resumen`)).json()).toMatchObject({ gastado: '25', reservado: '0' })
  })
})

describe('the ledger', () => {
  test('is read by page, added up, and taken away', async () => {
    await api.deps.db.deleteFrom('aiConsumos').execute()
    for (let index = 1; index <= 5; index++)
      await spend({ modelo: index % 2 ? 'chico' : 'grande', importe: `0.${index}` })
    await spend({ modelo: 'propio', importe: null })
    const seen: string[] = []
    let siguiente: string | undefined = ''
    while (siguiente !== undefined) {
      const page = await ask(
        'GET',
        `consumos?limite=4${siguiente && `&despuesDe=${siguiente}`}`,
        undefined,
        'ana',
      )
      seen.push(...page.json().map(({ importe }: { importe: string | null }) => importe))
      siguiente = page.headers['x-siguiente']?.toString()
    }
    expect(seen).toEqual([null, '0.5', '0.4', '0.3', '0.2', '0.1'])
    expect((await ask('GET', 'consumos?q=GRAN')).json()).toHaveLength(2)
    expect((await ask('GET', 'consumos/resumen?por=modelo')).json()).toEqual([
      { ...modelo('chico'), moneda: 'USD', importe: '0.9', llamadas: 3, tokens: 30 },
      { ...modelo('grande'), moneda: 'USD', importe: '0.6', llamadas: 2, tokens: 20 },
      { ...modelo('propio'), moneda: null, importe: '0', llamadas: 1, tokens: 10 },
    ])
    const [hoy] = (await ask('GET', 'consumos/resumen?por=dia')).json()
    expect(hoy).toMatchObject({ clave: new Date().toISOString().slice(0, 10), importe: '1.5', llamadas: 5 })
    for (const por of ['usuario', 'agente', 'proceso'])
      expect((await ask('GET', `consumos/resumen?por=${por}`)).json()).toMatchObject([{ clave: null }, {}])
    // Models of two servidores are two, whatever they are called.
    const servidorId = crypto.randomUUID()
    await insertServidor(api.deps.db, servidorId)
    await spend({ modelo: 'chico', importe: '0.1', servidorId })
    expect((await ask('GET', 'consumos/resumen?por=modelo')).json()).toMatchObject([
      { ...modelo('chico'), importe: '0.9' },
      { ...modelo('grande') },
      { ...modelo('chico', servidorId), importe: '0.1' },
      {},
    ])
    await spend({ modelo: '=HYPERLINK("x")', importe: '1' })
    const csv = (await ask('GET', 'consumos/exportar')).body.split('\r\n')
    expect(csv[0]).toContain('momento,estado,servidor,modelo')
    expect(csv[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toHaveLength(10)
  })
})

const modelo = (nombre: string, servidor: string | null = null) => ({ clave: nombre, nombre, servidor })

interface Gasto {
  modelo?: string
  servidorId?: string | null
  importe: string | null
  usuarioId?: string | null
  role?: string | null
}

async function spend(gasto: Gasto): Promise<void> {
  const { modelo = 'chico', servidorId = null, importe, usuarioId = null, role = null } = gasto
  await api.deps.db
    .insertInto('aiConsumos')
    .values({
      id: uuid(),
      estado: 'liquidado',
      servidorId,
      modelo,
      clase: 'texto',
      entrada: 7,
      salida: 3,
      reservado: importe,
      importe,
      moneda: importe === null ? null : 'USD',
      usuarioId,
      role,
      agente: null,
      procesoId: null,
      canalId: null,
      ejecucionId: null,
      mensajeId: null,
    })
    .execute()
}
