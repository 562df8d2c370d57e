const WHOLE = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const ABBREVIATED = new Intl.NumberFormat('es', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** From here on thousands would be rounded to a thousand of them. */
const MILLION = 999_950

/** K from 1000, M from 1,000,000, one decimal (spec, 9). */
export function abbreviate(value: number): string {
  const size = Math.abs(value)
  if (size >= MILLION) return `${ABBREVIATED.format(value / 1_000_000)}M`
  return size >= 1_000 ? `${ABBREVIATED.format(value / 1_000)}K` : WHOLE.format(value)
}
