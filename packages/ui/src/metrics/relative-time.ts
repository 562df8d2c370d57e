const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const

/** 'ahora', 'hace 5s', 'hace 3m', 'hace 2h', 'hace 4d' (spec, 2 «Widgets»). Both in epoch milliseconds. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1_000)
  const unit = UNITS.find(([from]) => seconds >= from)
  return unit === undefined ? 'ahora' : `hace ${Math.floor(seconds / unit[0])}${unit[1]}`
}
