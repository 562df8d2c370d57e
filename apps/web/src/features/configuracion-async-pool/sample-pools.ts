import type { PoolsStats } from '@div/contract'
import type { ShownMetricas } from '../../shared/metricas/sampled-metricas.ts'
import { averageOf, trendOf } from '../../shared/metricas/trend.ts'

/** The spec's sample of the dashboard (3, «Dashboard metrics sample»). */
export type PoolSample = Required<Omit<ShownMetricas, 'canales'>>

/** What the pools come to together; each trend compares with `before`, the sample before this one. */
export function samplePools({ pools, summary }: PoolsStats, before: PoolSample | null): PoolSample {
  const connections = sumOf(
    pools.map(({ activeConnections, idleConnections }) => activeConnections + idleConnections),
  )
  const errorRate = numberOf(summary.errorRate)
  const avgLatency = averageOf(pools.map(({ avgLatencyMs }) => avgLatencyMs))
  return {
    workers: { ...summary.workers, trend: trendOf(summary.workers.total, before?.workers.total) },
    pools: {
      connections,
      capacity: sumOf(pools.map(({ maxConnections }) => maxConnections)),
      efficiency: averageOf(pools.map(({ reuseRate }) => reuseRate)),
      trend: trendOf(connections, before?.pools.connections),
    },
    performance: {
      errorRate,
      errorTrend: trendOf(errorRate, before?.performance.errorRate),
      avgLatency,
      p95Latency: null,
      latencyTrend: trendOf(avgLatency, before?.performance.avgLatency),
    },
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The error rate is used only if it is a number (spec, 5). */
function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
