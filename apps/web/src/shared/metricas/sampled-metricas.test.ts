import type { Metricas } from '@div/contract'
import { expect, test } from 'vitest'
import { appendSample, type SampledMetricas } from './sampled-metricas.ts'

const metricas = (active: number, errorRate: number | null = null): Metricas => ({
  canales: { active: 2, trend: null },
  workers: { total: 4, active, idle: 4 - active, trend: null },
  pools: { connections: 0, capacity: 0, efficiency: null, trend: null },
  performance: {
    requests: 10,
    errors: 1,
    errorRate,
    errorTrend: null,
    avgLatency: null,
    p95Latency: null,
    latencyTrend: null,
  },
})

test('a sample holds what the charts draw, at its time in Spanish', () => {
  const { samples, history } = appendSample(undefined, metricas(1, 10), new Date(2026, 0, 1, 9, 5, 7))
  expect(samples).toEqual([{ time: '09:05:07', active: 1, idle: 3, requests: 10, errors: 1 }])
  expect(history).toEqual({ canales: [2], workers: [4], errorRate: [10] })
})

test('the charts keep 30 samples and the sparklines 20', () => {
  let sampled: SampledMetricas | undefined
  for (let count = 0; count < 40; count++) sampled = appendSample(sampled, metricas(count, count), new Date())
  expect(sampled?.samples.map(({ active }) => active)).toEqual(Array.from({ length: 30 }, (_, at) => at + 10))
  expect(sampled?.history.errorRate).toEqual(Array.from({ length: 20 }, (_, at) => at + 20))
})

test('what was not measured leaves no point', () => {
  const first = appendSample(undefined, metricas(0, 5), new Date())
  expect(appendSample(first, metricas(0, null), new Date()).history.errorRate).toEqual([5])
})
