const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** So many days ago, to the hour: what is asked is the same one until the next. */
export function sinceDays(days: number, now = Date.now()): string {
  return new Date(Math.floor(now / HOUR_MS) * HOUR_MS - days * DAY_MS).toISOString()
}
