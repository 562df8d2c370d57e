/** One line or area of a chart; its values stand under `dataKey` in each sample (spec, 3). */
export interface ChartSeries {
  dataKey: string
  name: string
  stroke: string
  type?: 'line' | 'area'
  /** One that often runs over another, which is then seen through it. */
  isDashed?: boolean
}

/** A moment under `time`, and the value of each series. */
export type ChartPoint = { readonly time: string } & Readonly<Record<string, string | number | null>>

/** The spec's defaults, 9. */
export const CHART_DEFAULTS = {
  height: 200,
  fillOpacity: 0.2,
  strokeWidth: 2,
  curve: 'monotone',
  dot: false,
  activeDot: { r: 4 },
} as const

/** Lines, unless any series is an area. */
export function chartKindOf(series: readonly ChartSeries[]): 'line' | 'area' {
  return series.some(({ type }) => type === 'area') ? 'area' : 'line'
}
