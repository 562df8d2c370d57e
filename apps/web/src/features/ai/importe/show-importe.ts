/** Cents say nothing of what is less than one, and little of what is not much more. */
const CENT = 0.01
const DIGITS_BELOW_CENT = 3
const DECIMALS_BELOW_ONE = 4

/** An amount of money, a decimal text, as one reads it in Spanish. */
export function showImporte(importe: string, moneda: string): string {
  const value = Number(importe)
  return new Intl.NumberFormat('es', {
    style: 'currency',
    currency: moneda,
    ...(value > 0 && value < CENT && { maximumSignificantDigits: DIGITS_BELOW_CENT }),
    ...(value >= CENT && value < 1 && { maximumFractionDigits: DECIMALS_BELOW_ONE }),
  }).format(value)
}

/** A dot after it stands before each three digits. */
const THOUSANDS = /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/

/** As it is typed in Spanish: `1.234,5`, `12,5` or `1.000`; a dot that can only be a decimal one is. */
export function readImporte(typed: string): string {
  const text = typed.trim()
  return THOUSANDS.test(text) || text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text
}
