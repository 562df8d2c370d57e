import { lazy, Suspense } from 'react'
import { CHART_DEFAULTS, type ChartPoint, type ChartSeries } from './chart-series.ts'

export interface TimeSeriesChartProps {
  /** What it shows, for whoever does not see it. */
  label: string
  data: readonly ChartPoint[]
  series: readonly ChartSeries[]
  height?: number
  withGrid?: boolean
  withLegend?: boolean
  /** As the axis and the tooltip show a value. */
  formatValue?: (value: number) => string
}

// The library behind it weighs more than the rest of a page: it comes when a chart is first drawn.
const Plot = lazy(() => import('./time-series-plot.tsx'))

/** A chart over moments. The place that it takes is the same before it is drawn. */
export function TimeSeriesChart({ height = CHART_DEFAULTS.height, ...props }: TimeSeriesChartProps) {
  return (
    <figure aria-label={props.label} style={{ height, margin: 0 }}>
      <Suspense>
        <Plot height={height} {...props} />
      </Suspense>
    </figure>
  )
}
