const MEGABYTE = 1_048_576
const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** `812,5 MB`, `3,2 GB` */
export function describeMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  return megabytes < 1_024 ? `${NUMBER.format(megabytes)} MB` : `${NUMBER.format(megabytes / 1_024)} GB`
}
