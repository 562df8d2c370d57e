const MILLISECONDS = new Intl.NumberFormat('es', {
  maximumSignificantDigits: 3,
  maximumFractionDigits: 2,
  roundingPriority: 'lessPrecision',
})
const SECONDS = new Intl.NumberFormat('es', { maximumFractionDigits: 2 })
/** Less than this nobody waits for. */
const LEAST_MS = 0.01

const MINUTE_MS = 60_000
/** Of what lasts a minute or more nobody misses the fractions. */
const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** `3,2 ms`, `1,25 s`, `1 min 30 s`, `1 h` */
export function describeMs(ms: number): string {
  if (ms > 0 && ms < LEAST_MS) return `< ${MILLISECONDS.format(LEAST_MS)} ms`
  if (ms < 1_000) return `${MILLISECONDS.format(ms)} ms`
  return ms < MINUTE_MS ? `${SECONDS.format(ms / 1_000)} s` : describeSeconds(Math.round(ms / 1_000))
}

/** In the two largest units that have any. */
function describeSeconds(seconds: number): string {
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds)
  let rest = seconds
  const parts: string[] = []
  for (const { name, seconds: each } of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / each)
    rest %= each
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.join(' ')
}
