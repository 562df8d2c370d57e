const MILLISECONDS = new Intl.NumberFormat('es', {
  maximumSignificantDigits: 3,
  maximumFractionDigits: 2,
  roundingPriority: 'lessPrecision',
})
const SECONDS = new Intl.NumberFormat('es', { maximumFractionDigits: 2 })
/** Less than this nobody waits for. */
const LEAST_MS = 0.01

/** `3,2 ms`, `1,25 s` */
export function describeMs(ms: number): string {
  if (ms > 0 && ms < LEAST_MS) return `< ${MILLISECONDS.format(LEAST_MS)} ms`
  return ms < 1_000 ? `${MILLISECONDS.format(ms)} ms` : `${SECONDS.format(ms / 1_000)} s`
}
