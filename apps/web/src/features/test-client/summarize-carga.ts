import type { MuestraDeCarga, ResultadoDeCarga } from '@div/contract'

/** Milliseconds of what was answered; null: nothing was. */
type Percentiles = {
  p50: number | null
  p95: number | null
  p99: number | null
}

export interface FigurasDeCarga extends Percentiles {
  llamadas: number
  /** Without an answer, or with one of status 400 and above. */
  errores: number
  porSegundo: number
  /** The same over time, for a chart. */
  puntos: readonly ({ time: string; errores: number } & Percentiles)[]
  /** What went wrong, most frequent first. */
  motivos: readonly { motivo: string; veces: number }[]
}

/** Moments of the chart. */
const POINTS = 20
const TENTH_MS = 100
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

export function summarizeCarga({ muestras, duracionMs }: ResultadoDeCarga): FigurasDeCarga {
  const failed = muestras.filter(isFailed)
  const motivos = Map.groupBy(failed, ({ estado, error }) => error ?? `HTTP ${estado}`)
  const width = Math.max(1, duracionMs / POINTS)
  const buckets = Map.groupBy(muestras, ({ inicioMs }) => Math.min(POINTS - 1, Math.floor(inicioMs / width)))
  return {
    llamadas: muestras.length,
    errores: failed.length,
    porSegundo: duracionMs === 0 ? 0 : muestras.length / (duracionMs / 1_000),
    ...percentilesOf(muestras),
    puntos: [...buckets]
      .toSorted(([left], [right]) => left - right)
      .map(([bucket, same]) => ({
        time: describeMoment(bucket * width, width),
        ...percentilesOf(same),
        errores: same.filter(isFailed).length,
      })),
    motivos: [...motivos]
      .map(([motivo, same]) => ({ motivo, veces: same.length }))
      .toSorted((left, right) => right.veces - left.veces),
  }
}

/** So exact that no two moments are called the same. */
function describeMoment(ms: number, widthMs: number): string {
  return widthMs < TENTH_MS
    ? `${Math.round(ms).toLocaleString('es')} ms`
    : `${(ms / 1_000).toLocaleString('es', ONE_DIGIT)} s`
}

function percentilesOf(muestras: readonly MuestraDeCarga[]): Percentiles {
  const sorted = muestras
    .flatMap(({ estado, duracionMs }) => (estado === null ? [] : [duracionMs]))
    .toSorted((left, right) => left - right)
  return { p50: percentile(sorted, 50), p95: percentile(sorted, 95), p99: percentile(sorted, 99) }
}

function isFailed({ estado }: MuestraDeCarga): boolean {
  return estado === null || estado >= 400
}

/** The smallest value that so many in a hundred do not pass (nearest rank). */
function percentile(sorted: readonly number[], of: number): number | null {
  return sorted[Math.ceil((of / 100) * sorted.length) - 1] ?? null
}
