const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** Shorter times are told in seconds. */
const LONG_MS = 2 * MINUTE_MS

export function formatNumber(value: number): string {
  return NUMBER.format(value)
}

export function describeMs(ms: number): string {
  if (ms < SECOND_MS) return `${NUMBER.format(ms)} ms`
  return ms < LONG_MS ? `${NUMBER.format(ms / SECOND_MS)} s` : `${NUMBER.format(ms / MINUTE_MS)} min`
}
