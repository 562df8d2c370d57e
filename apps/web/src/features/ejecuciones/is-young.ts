/** A run is in the history a moment after its answer; that takes no longer than this. */
const YOUNG_MS = 10_000

/** Of an id that says when it was made (UUID version 7): whether that was just now. Clocks may differ a little. */
export function isYoung(id: string, now: number): boolean {
  const [high = '', low = '', version = ''] = id.split('-')
  if (!version.startsWith('7')) return false
  return Math.abs(now - Number.parseInt(high + low, 16)) < YOUNG_MS
}
