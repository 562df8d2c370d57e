/** A number that nobody has measured yet is a dash; one that is still warming up comes as no number at all. */
export function orDash(value: number | null, describe: (value: number) => string): string {
  return value === null || !Number.isFinite(value) ? '–' : describe(value)
}
