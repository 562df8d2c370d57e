import type { Metricas } from '@div/contract'

const CHART_SAMPLES = 30
const SPARKLINE_POINTS = 20
const TIME = new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** A type and not an interface: a chart takes any record. */
type ChartSample = {
  /** hh:mm:ss */
  time: string
  active: number
  idle: number
  requests: number
  errors: number
}

/** What the cards show; the pools alone tell nothing of the canales. */
export type ShownMetricas = Pick<Metricas, 'workers' | 'pools'> & {
  canales?: Metricas['canales']
  performance: Omit<Metricas['performance'], 'requests' | 'errors'>
}

/** The last metrics and what the charts and sparklines remember of those before. */
export interface SampledMetricas {
  last: Metricas
  samples: readonly ChartSample[]
  history: { canales: readonly number[]; workers: readonly number[]; errorRate: readonly number[] }
}

export function appendSample(before: SampledMetricas | undefined, last: Metricas, at: Date): SampledMetricas {
  const { canales, workers, performance } = last
  const sample: ChartSample = {
    time: clockOf(at),
    active: workers.active,
    idle: workers.idle,
    requests: performance.requests,
    errors: performance.errors,
  }
  const history = before?.history
  return {
    last,
    samples: [...(before?.samples ?? []), sample].slice(-CHART_SAMPLES),
    history: {
      canales: appendValue(history?.canales, canales.active),
      workers: appendValue(history?.workers, workers.total),
      errorRate: appendValue(history?.errorRate, performance.errorRate),
    },
  }
}

/** hh:mm:ss */
export function clockOf(at: Date): string {
  return TIME.format(at)
}

/** The last values of what has one; nothing for a moment that has none. */
export function appendValue(before: readonly number[] = [], value: number | null): readonly number[] {
  return value === null ? before : [...before, value].slice(-SPARKLINE_POINTS)
}
