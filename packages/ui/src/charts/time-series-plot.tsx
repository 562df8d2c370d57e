import {
  Area,
  AreaChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { CHART_DEFAULTS, chartKindOf } from './chart-series.ts'
import type { TimeSeriesChartProps } from './time-series-chart.tsx'
import classes from './time-series-plot.module.css'

type PlotProps = TimeSeriesChartProps & { height: number }

const { fillOpacity, strokeWidth, curve, dot, activeDot } = CHART_DEFAULTS
/** Drawn and left out, in pixels. */
const DASH = '6 6'
const TICK = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' }
const GRID = 'light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))'
const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const toText = (value: number) => NUMBER.format(value)

export default function TimeSeriesPlot(props: PlotProps) {
  const { data, series, height, withGrid = false, withLegend = false, formatValue = toText } = props
  const kind = chartKindOf(series)
  const Chart = kind === 'area' ? AreaChart : LineChart
  return (
    <ResponsiveContainer width="100%" height={height}>
      <Chart data={[...data]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        {withGrid && <CartesianGrid stroke={GRID} vertical={false} />}
        <XAxis dataKey="time" tick={TICK} tickLine={false} axisLine={{ stroke: GRID }} minTickGap={40} />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width="auto"
          allowDecimals={props.formatValue !== undefined}
          tickFormatter={formatValue}
        />
        <Tooltip
          content={(tooltip: TooltipContentProps) => <DarkTooltip {...tooltip} formatValue={formatValue} />}
          isAnimationActive={false}
        />
        {withLegend && (
          <Legend
            iconType="plainline"
            wrapperStyle={{ fontSize: 12 }}
            formatter={toLegend}
            itemSorter={null}
          />
        )}
        {series.map(({ dataKey, name, stroke, isDashed = false }) => {
          const shared = {
            dataKey,
            name,
            stroke,
            strokeWidth,
            ...(isDashed && { strokeDasharray: DASH }),
            type: curve,
            dot,
            activeDot,
            isAnimationActive: false,
          }
          return kind === 'area' ? (
            <Area key={dataKey} {...shared} fill={stroke} fillOpacity={fillOpacity} />
          ) : (
            <Line key={dataKey} {...shared} />
          )
        })}
      </Chart>
    </ResponsiveContainer>
  )
}

function DarkTooltip({
  active,
  label,
  payload,
  formatValue,
}: TooltipContentProps & { formatValue: (value: number) => string }) {
  if (!active || payload.length === 0) return null
  return (
    <div className={classes.tooltip}>
      <p className={classes.label}>{label}</p>
      {payload.map(({ dataKey, name, value, color }) => (
        <p key={String(dataKey)} className={classes.row}>
          <span className={classes.key} style={{ background: color }} aria-hidden />
          {name}
          <strong>{typeof value === 'number' ? formatValue(value) : String(value)}</strong>
        </p>
      ))}
    </div>
  )
}

/** The line beside it has the colour; a word in it would be hard to read. */
function toLegend(name: string) {
  return <span style={{ color: 'var(--mantine-color-dimmed)' }}>{name}</span>
}
