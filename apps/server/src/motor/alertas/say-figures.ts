const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** Shorter times are told in seconds. */
const LONG_MS = 2 * MINUTE_MS

export function formatNumber(value: number): string {
  return NUMBER.format(value)
}

/** That something is over, and what it was: what was told when it began would read like a new alarm. */
export function tellRecuperacion({
  mensaje,
  desde,
  hasta,
}: {
  mensaje: string
  desde: Date
  hasta: Date
}): string {
  return `Se recuperó tras ${describeMs(hasta.getTime() - desde.getTime())}. Lo que se avisó: ${mensaje}`
}

export function describeMs(ms: number): string {
  if (ms < SECOND_MS) return `${NUMBER.format(ms)} ms`
  return ms < LONG_MS ? `${NUMBER.format(ms / SECOND_MS)} s` : `${NUMBER.format(ms / MINUTE_MS)} min`
}
