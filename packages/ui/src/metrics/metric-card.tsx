import { Paper, Text } from '@mantine/core'
import { type Icon, IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { abbreviate } from './abbreviate.ts'
import classes from './metric-card.module.css'
import { type MetricStatus, STATUS_LOOK, type TrendDirection } from './metric-status.ts'
import { Sparkline } from './sparkline.tsx'

const TRENDS: Readonly<Record<TrendDirection, { icon: Icon; label: string }>> = {
  up: { icon: IconArrowUpRight, label: 'sube' },
  down: { icon: IconArrowDownRight, label: 'baja' },
  stable: { icon: IconArrowRight, label: 'estable' },
}

interface MetricCardProps {
  label: string
  /** A number is abbreviated; a text stands as it is; null: not known. */
  value: number | string | null
  unit?: string
  description?: ReactNode
  trend?: TrendDirection | null
  /** What the arrow compares, such as '+12 %'. */
  trendText?: string
  /** The last values, oldest first. */
  history?: readonly number[]
  status?: MetricStatus
}

export function MetricCard(props: MetricCardProps) {
  const { label, value, unit, description, history = [], status } = props
  return (
    <Paper component="section" className={classes.card} aria-label={label} data-status={status}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div className={classes.body}>
        <p className={classes.value}>
          {typeof value === 'number' ? abbreviate(value) : (value ?? '–')}
          {unit && value !== null && <span className={classes.unit}>{unit}</span>}
        </p>
        <TrendArrow {...props} />
        <span className={classes.spark}>
          <Sparkline values={history} />
        </span>
      </div>
      {(description || status) && (
        <Text size="xs" c="dimmed" className={classes.foot}>
          {status && <StatusDot status={status} />}
          {description && <span>{description}</span>}
        </Text>
      )}
    </Paper>
  )
}

function TrendArrow({ trend, trendText }: MetricCardProps) {
  if (!trend) return null
  const { icon: Arrow, label } = TRENDS[trend]
  return (
    <span className={classes.trend}>
      <Arrow size={16} role="img" aria-label={label} />
      {trendText}
    </span>
  )
}

function StatusDot({ status }: { status: MetricStatus }) {
  const { color, label } = STATUS_LOOK[status]
  return (
    <span className={classes.status}>
      <span className={classes.dot} style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden />
      {label}
    </span>
  )
}
