/** How a value is doing; `neutral` when that cannot be said. */
export type MetricStatus = 'healthy' | 'warning' | 'critical' | 'neutral'

/** Which way a value went since the one before. */
export type TrendDirection = 'up' | 'down' | 'stable'

/** Colour of the theme and word of each status: never a colour alone. */
export const STATUS_LOOK: Readonly<Record<MetricStatus, { color: string; label: string }>> = {
  healthy: { color: 'green', label: 'Correcto' },
  warning: { color: 'yellow', label: 'Atención' },
  critical: { color: 'red', label: 'Crítico' },
  neutral: { color: 'gray', label: 'Sin datos' },
}
