import { MAX_POSEEDORES, type PoolStats } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { mergePools, type NodoVivo, sampleCluster, toMetricas, trend } from './cluster.ts'
import { testLatido } from './latido-testing.ts'
import { RollingWindow } from './rolling-window.ts'

const pool = (changes: Partial<PoolStats> = {}): PoolStats => ({
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
  ...changes,
})

function nodo(rol: 'api' | 'motor', changes: Partial<NodoVivo['datos']> = {}): NodoVivo {
  return {
    id: `${rol}-1`,
    rol,
    inicio: new Date(0),
    latido: new Date(0),
    datos: testLatido(changes),
  }
}

test.each([
  [110, 100, 10],
  [90, 100, -10],
  [5, 0, null],
  [5, null, null],
  [5, undefined, null],
  [null, 5, null],
])('the trend from %s against %s is %s', (current, previous, expected) => {
  expect(trend(current, previous)).toBe(expected)
})

describe('the cluster', () => {
  test('without nodes has numbers where they are known and null elsewhere', () => {
    expect(toMetricas(sampleCluster([], 3), null)).toEqual({
      canales: { active: 3, trend: null },
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

  test('counts motor workers, not the api, and adds up what they served', () => {
    const window = new RollingWindow()
    window.record(0, 10, false)
    window.record(0, 30, true)
    const sample = sampleCluster(
      [nodo('motor', { activas: 2, ventana: window.sample(0) }), nodo('motor'), nodo('api')],
      1,
    )
    expect(sample.workers).toEqual({ total: 2, active: 1 })
    expect(sample.errorRate).toBe(50)
    expect(sample.avgLatency).toBe(20)
  })

  test('shows a server once, with the connections of all nodes and the worst circuit', () => {
    const { pools, summary } = mergePools([
      nodo('motor', { pools: [pool()] }),
      nodo('motor', { pools: [pool({ circuito: 'abierto', reuseRate: null, waiting: 3 })] }),
    ])
    expect(pools).toEqual([
      pool({ activeConnections: 2, idleConnections: 4, maxConnections: 20, waiting: 3, circuito: 'abierto' }),
    ])
    expect(summary).toMatchObject({ maxConnections: 20, waiting: 3, errorRate: null })
  })
})

test('of all nodes together those are told of who hold or wait longest', () => {
  const poseedor = (desdeMs: number, nodoMotor: string) => ({
    nodo: 'Consulta',
    idEjecucion: 'e',
    desdeMs,
    procesoId: 'p',
    canalId: null,
    proceso: 'Cobros',
    canal: null,
    nodoMotor,
  })
  const many = Array.from({ length: MAX_POSEEDORES }, (_, index) => poseedor(index, 'b'))
  const { pools } = mergePools([
    nodo('motor', {
      pools: [pool({ circuito: 'abierto', circuitoDesdeMs: 5, poseedores: [poseedor(100, 'a')] })],
    }),
    nodo('motor', {
      pools: [
        pool({ circuito: 'probando', circuitoDesdeMs: 9, poseedores: many, enEspera: [poseedor(1, 'b')] }),
      ],
    }),
  ])
  expect(pools).toMatchObject([
    { circuito: 'abierto', circuitoDesdeMs: 9, enEspera: [{ desdeMs: 1, nodoMotor: 'b' }] },
  ])
  expect(pools[0]?.poseedores).toHaveLength(MAX_POSEEDORES)
  expect(pools[0]?.poseedores.slice(0, 2)).toEqual([poseedor(100, 'a'), poseedor(MAX_POSEEDORES - 1, 'b')])
})
