/** A run is in the history a moment after its answer; that takes no longer than this. */
const YOUNG_MS = 10_000

/** When an id was made that says it (UUID version 7), which is when its run was accepted; null of others. */
export function acceptedAt(id: string): number | null {
  const [high = '', low = '', version = ''] = id.split('-')
  return version.startsWith('7') ? Number.parseInt(high + low, 16) : null
}

/** Whether it was made just now. Clocks may differ a little. */
export function isYoung(id: string, now: number): boolean {
  const at = acceptedAt(id)
  return at !== null && Math.abs(now - at) < YOUNG_MS
}
