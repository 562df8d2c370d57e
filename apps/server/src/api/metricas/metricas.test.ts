import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Latido } from '../../motor/metrics/cluster.ts'
import { testLatido } from '../../motor/metrics/latido-testing.ts'
import { createNodosRepository, type NodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { RollingWindow } from '../../motor/metrics/rolling-window.ts'
import { registerCanales } from '../canales/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerMetricas } from './routes.ts'

let api: TestApi
let nodos: NodosRepository

beforeAll(async () => {
  api = await startTestApi((app, deps) => {
    registerCanales(app, deps)
    registerMetricas(app, deps)
  })
  nodos = createNodosRepository(api.deps.db)
})
afterAll(() => api.close())

const read = async () => (await api.call('GET', '/api/metricas', { role: 'lectura' })).json()

function latido(activas: number, runs: readonly { ms: number; failed?: boolean }[]): Latido {
  const window = new RollingWindow()
  for (const { ms, failed = false } of runs) window.record(0, ms, failed)
  return testLatido({
    activas,
    ventana: window.sample(0),
    pools: [
      {
        id: 's1',
        nombre: 'Tienda',
        tipoServidor: 'postgresql',
        activeConnections: 1,
        idleConnections: 2,
        maxConnections: 10,
        waiting: 0,
        reuseRate: 75,
        avgLatencyMs: 4,
        errorRate: 0,
        circuito: 'cerrado',
        retenidas: [],
        circuitoDesdeMs: null,
        poseedores: [],
        enEspera: [],
      },
    ],
  })
}

test('a cluster that has served nothing has numbers where they are known', async () => {
  expect(await read()).toEqual({
    canales: { active: 0, trend: null },
    workers: { total: 0, active: 0, idle: 0, trend: null },
    pools: { connections: 0, capacity: 0, efficiency: null, trend: null },
    performance: {
      requests: 0,
      errors: 0,
      errorRate: null,
      errorTrend: null,
      avgLatency: null,
      p95Latency: null,
      latencyTrend: null,
    },
  })
})

test('the whole cluster is added up, and compared with the sample before the one that is under way', async () => {
  for (const [nombre, activo] of [
    ['uno', true],
    ['dos', true],
    ['tres', false],
  ]) {
    await api.call('POST', '/api/canales', { body: { nombre, tipo: 'REST', ruta: nombre, activo } })
  }
  const inicio = new Date()
  await nodos.beat({ id: 'm1', rol: 'motor', inicio, datos: latido(3, [{ ms: 10 }, { ms: 10 }]) })
  await nodos.beat({
    id: 'm2',
    rol: 'motor',
    inicio,
    datos: latido(0, [{ ms: 10 }, { ms: 50, failed: true }]),
  })
  const sample = {
    canales: 1,
    workers: { total: 4, active: 4 },
    pools: { connections: 3, capacity: 10, efficiency: 50 },
    errorRate: 0,
    avgLatency: 25,
    p95Latency: 30,
  }
  const store = (seconds: number, changes: object) =>
    api.deps.db
      .insertInto('metricasMuestras')
      .values({
        momento: sql<Date>`now() - make_interval(secs => ${seconds})`,
        datos: JSON.stringify({ ...sample, ...changes }),
      })
      .execute()
  await store(90, { workers: { total: 1, active: 0 } })
  await store(40, {})
  await store(1, { workers: { total: 100, active: 0 } })

  expect(await read()).toEqual({
    canales: { active: 2, trend: 100 },
    workers: { total: 2, active: 1, idle: 1, trend: -50 },
    pools: { connections: 6, capacity: 20, efficiency: 75, trend: 100 },
    performance: {
      requests: 4,
      errors: 1,
      errorRate: 25,
      errorTrend: null,
      avgLatency: 20,
      p95Latency: expect.closeTo(47),
      latencyTrend: -20,
    },
  })
})
