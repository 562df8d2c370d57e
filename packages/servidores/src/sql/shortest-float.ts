/** The shortest decimal that is the same number of 32 bits: 0.1 and not 0.10000000149011612. */
export function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}
