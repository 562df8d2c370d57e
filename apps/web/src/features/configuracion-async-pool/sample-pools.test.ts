import type { PoolStats, PoolsStats } from '@div/contract'
import { expect, test } from 'vitest'
import { type PoolSample, samplePools } from './sample-pools.ts'

const POOL: PoolStats = {
  id: 'a',
  nombre: 'A',
  tipoServidor: 'postgresql',
  activeConnections: 2,
  idleConnections: 1,
  maxConnections: 10,
  waiting: 0,
  reuseRate: 90,
  avgLatencyMs: 4,
  errorRate: 0,
  circuito: 'cerrado',
  circuitoDesdeMs: null,
  retenidas: [],
  poseedores: [],
  enEspera: [],
}

const WORKERS = { total: 2, active: 1, idle: 1 }

const stats = (pools: readonly Partial<PoolStats>[], errorRate: unknown = 0) =>
  ({
    pools: pools.map((pool) => ({ ...POOL, ...pool })),
    summary: { errorRate, workers: WORKERS },
  }) as PoolsStats

test('the first sample has nothing to compare with', () => {
  expect(samplePools(stats([{}, { activeConnections: 1 }], 2), null)).toEqual({
    workers: { ...WORKERS, trend: null },
    pools: { connections: 5, capacity: 20, efficiency: 90, trend: null },
    performance: { errorRate: 2, errorTrend: null, avgLatency: 4, p95Latency: null, latencyTrend: null },
  })
})

test('the next one compares with it, in percent', () => {
  const before = samplePools(stats([{}], 2), null)
  const after = samplePools(stats([{ activeConnections: 5, avgLatencyMs: 2 }], 3), before)
  expect(after.workers.trend).toBe(0)
  expect(after.pools.trend).toBe(100)
  expect(after.performance).toMatchObject({ errorTrend: 50, latencyTrend: -50 })
})

test.each<[string, Partial<PoolStats>[], Partial<PoolSample['pools']>]>([
  ['a pool that has lent nothing yet', [{ reuseRate: null }, { reuseRate: 80 }], { efficiency: 80 }],
  ['what is no number', [{ reuseRate: Number.NaN }, { reuseRate: 60 }], { efficiency: 60 }],
  ['nothing but such', [{ reuseRate: null }], { efficiency: null }],
  ['no pool at all', [], { efficiency: null, connections: 0, capacity: 0 }],
])('the efficiency leaves out %s', (_, pools, expected) => {
  expect(samplePools(stats(pools), null).pools).toMatchObject(expected)
})

test.each([
  [null, null],
  ['3', null],
  [Number.NaN, null],
  [1.5, 1.5],
])('an error rate of %o counts as %o', (given, used) => {
  expect(samplePools(stats([{}], given), null).performance.errorRate).toBe(used)
})

test('a trend from zero is none', () => {
  const before = samplePools(stats([{ activeConnections: 0, idleConnections: 0 }], 0), null)
  const after = samplePools(stats([{}], 5), before)
  expect([after.pools.trend, after.performance.errorTrend]).toEqual([null, null])
})
