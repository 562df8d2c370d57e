import type { MetricStatus } from '@div/ui'

/** Up to the first number is healthy, up to the second is a warning (spec, 9). */
const LIMITS = { errorRate: [1, 5], avgLatency: [100, 500] } as const

const GOOD_EFFICIENCY = 80

export function classify(metric: keyof typeof LIMITS, value: number | null): MetricStatus {
  if (value === null || !Number.isFinite(value)) return 'neutral'
  const [healthy, warning] = LIMITS[metric]
  if (value <= healthy) return 'healthy'
  return value <= warning ? 'warning' : 'critical'
}

/** Of the pools: percent of leases that an open connection served. */
export function classifyEfficiency(value: number | null): MetricStatus {
  if (value === null || !Number.isFinite(value)) return 'neutral'
  return value > GOOD_EFFICIENCY ? 'healthy' : 'warning'
}
