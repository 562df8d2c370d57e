import type { TrendDirection } from '@div/ui'

/** A change of less counts as none (spec, 4 «Status classification»). */
const LEAST_CHANGE = 1

/** Percent against the value before; null when that one is missing or zero (spec, 5). */
export function trendOf(
  current: number | null | undefined,
  previous: number | null | undefined,
): number | null {
  if (typeof current !== 'number' || typeof previous !== 'number' || previous === 0) return null
  return ((current - previous) / previous) * 100
}

/** Null: nothing to compare with, no arrow. */
export function directionOf(trend: number | null): TrendDirection | null {
  if (trend === null) return null
  if (Math.abs(trend) < LEAST_CHANGE) return 'stable'
  return trend > 0 ? 'up' : 'down'
}

/** Of the finite ones only (spec, 5); null when there are none. */
export function averageOf(values: readonly (number | null)[]): number | null {
  const finite = values.filter((value): value is number => Number.isFinite(value))
  return finite.length === 0 ? null : finite.reduce((total, value) => total + value, 0) / finite.length
}
