import type { PoolStats } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRefreshTokens } from '../../api/access/refresh-tokens.ts'
import { createSessions, type Sessions } from '../../api/access/session.ts'
import { insertUsuario } from '../../api/access/usuarios-repository.ts'
import type { Latido } from '../metrics/cluster.ts'
import { testLatido } from '../metrics/latido-testing.ts'
import { createNodosRepository, type NodosRepository } from '../metrics/nodos-repository.ts'
import { emptySample } from '../metrics/rolling-window.ts'
import { startTestMotor, type TestMotor } from '../testing.ts'
import { type PoolAsincronoAdmin, registerAdmin } from './register-admin.ts'

const ORIGIN = 'http://localhost:5173'
/** Of no interest here: it has tests of its own. */
const NO_POOL: PoolAsincronoAdmin = { read: Promise.reject, change: Promise.reject }
let motor: TestMotor
let nodos: NodosRepository
let usuarioId: string
let token: string

beforeAll(async () => {
  let sessions: Sessions | undefined
  let refreshKey: Buffer = Buffer.alloc(0)
  motor = await startTestMotor({
    registers: ({ db, secretos }) => {
      sessions = createSessions({ db, secretos })
      refreshKey = secretos.derive('refresh')
      nodos = createNodosRepository(db)
      return [registerAdmin({ sessions, nodos, poolAsincrono: NO_POOL, webOrigins: [ORIGIN] })]
    },
  })
  const { db } = motor.database
  const { familia } = await db.transaction().execute(async (trx) => {
    const { id } = await insertUsuario(trx, {
      id: uuid(),
      username: 'ana',
      email: 'ana@prueba.es',
      role: 'lectura',
      activo: true,
      passwordHash: '',
      actualizadoPor: null,
    })
    usuarioId = id
    return createRefreshTokens({ db, key: refreshKey }).open(trx, id)
  })
  token = (await sessions?.sign({ usuarioId, role: 'lectura', familia })) ?? ''
})
afterAll(() => motor.close())

function ask(
  url: string,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: 'GET' | 'OPTIONS' } = {},
) {
  return motor.motor.app.inject({ method, url, headers: { authorization: `Bearer ${token}`, ...headers } })
}

const pool: PoolStats = {
  id: 's1',
  nombre: 'Tienda',
  tipoServidor: 'postgresql',
  activeConnections: 1,
  idleConnections: 2,
  maxConnections: 10,
  waiting: 0,
  reuseRate: 90,
  avgLatencyMs: 4,
  errorRate: 0,
  circuito: 'cerrado',
  retenidas: [],
  circuitoDesdeMs: null,
  poseedores: [],
  enEspera: [],
}
const latido = (changes: Partial<Latido>): Latido =>
  testLatido({ pools: [pool], historial: { pendientes: 1, escritas: 2, descartadas: 3 }, ...changes })

describe('of the whole cluster, whichever worker is asked,', () => {
  const inicio = new Date('2026-01-01T00:00:00.000Z')

  beforeAll(async () => {
    const ventana = { ...emptySample(), requests: 4, errors: 1, totalMs: 100 }
    await nodos.beat({ id: 'm1', rol: 'motor', inicio, datos: latido({ activas: 2, ventana }) })
    await nodos.beat({ id: 'm2', rol: 'motor', inicio, datos: latido({}) })
    await nodos.beat({ id: 'z-api', rol: 'api', inicio, datos: latido({ pools: [] }) })
    // Of a worker that died without a word.
    await nodos.beat({ id: 'm0', rol: 'motor', inicio, datos: latido({ activas: 9 }) })
    await motor.database.db
      .updateTable('nodosMotor')
      .set({ latido: new Date(Date.now() - 60_000) })
      .where('id', '=', 'm0')
      .execute()
  })

  test('the pools are added up', async () => {
    expect((await ask('/admin/pools/stats')).json()).toEqual({
      pools: [{ ...pool, activeConnections: 2, idleConnections: 4, maxConnections: 20 }],
      summary: {
        errorRate: 25,
        activeConnections: 2,
        idleConnections: 4,
        maxConnections: 20,
        waiting: 0,
        workers: { total: 2, active: 1, idle: 1 },
        requests: 4,
        errors: 1,
      },
    })
  })

  test('the processes that are alive are listed', async () => {
    const worker = {
      id: 'm1',
      rol: 'motor',
      equipo: 'equipo',
      pid: 7,
      version: '1.0.0',
      inicio: inicio.toISOString(),
      latido: expect.any(String),
      activas: 2,
      ejecuciones: 4,
      errores: 1,
      avgLatencyMs: 25,
      memoriaBytes: 1_000,
      historial: { pendientes: 1, descartadas: 3 },
    }
    const idle = { ...worker, activas: 0, ejecuciones: 0, errores: 0, avgLatencyMs: null }
    expect((await ask('/admin/workers')).json()).toEqual({
      workers: [worker, { ...idle, id: 'm2' }, { ...idle, id: 'z-api', rol: 'api' }],
      summary: { total: 2, active: 1, idle: 1 },
    })
  })
})

describe.each(['/admin/pools/stats', '/admin/workers'])('%s', (url) => {
  test.each([
    ['no token', ''],
    ['a token of a canal', 'Bearer div_abc'],
    ['another scheme', 'Basic YTpi'],
  ])('refuses %s, and lets the web app read why', async (_what, authorization) => {
    const answer = await ask(url, { headers: { authorization, origin: ORIGIN } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/problem+json'),
      'access-control-allow-origin': ORIGIN,
    })
  })

  test('is read by the web app from its origin, by no other', async () => {
    const allowed = await ask(url, { headers: { origin: ORIGIN } })
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([200, ORIGIN])
    const other = await ask(url, { headers: { origin: 'https://otra.example' } })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('gives leave before the token is shown', async () => {
    const headers = {
      authorization: '',
      origin: ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const answer = await ask(url, { method: 'OPTIONS', headers })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'authorization, accept, content-type',
    })
  })
})

test('canales and the rest of the port are no part of this CORS', async () => {
  const answer = await ask('/rest/nada', { headers: { origin: ORIGIN } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test('a user who was deactivated is refused at once', async () => {
  const setActive = (activo: boolean) =>
    motor.database.db.updateTable('usuarios').set({ activo }).where('id', '=', usuarioId).execute()
  await setActive(false)
  expect((await ask('/admin/workers')).statusCode).toBe(401)
  await setActive(true)
  expect((await ask('/admin/workers')).statusCode).toBe(200)
})
