const PERCENT = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** `12,5 %`, as Spanish writes it. */
export function describePercent(percent: number): string {
  // A line does not end between the two.
  return `${PERCENT.format(percent)}\u00A0%`
}
