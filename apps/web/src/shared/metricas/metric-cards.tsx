import { MetricCard } from '@div/ui'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from '../reach.ts'
import { classify, classifyEfficiency } from './classify.ts'
import classes from './metric-cards.module.css'
import type { ShownMetricas } from './sampled-metricas.ts'
import { directionOf } from './trend.ts'

const NODOS = '/configuracion/nodos'
const DECIMAL = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const SIGNED = new Intl.NumberFormat('es', { maximumFractionDigits: 0, signDisplay: 'exceptZero' })

/** Arrow and figure of a change against the sample before. */
const trendProps = (trend: number | null) => ({
  trend: directionOf(trend),
  trendText: trend === null ? '' : `${SIGNED.format(trend)} %`,
})

interface MetricCardsProps {
  metricas: ShownMetricas
  history: { canales?: readonly number[]; workers: readonly number[]; errorRate: readonly number[] }
  /** Further cards. */
  children?: ReactNode
}

export function MetricCards({ metricas, history, children }: MetricCardsProps) {
  const { canales, workers, pools, performance } = metricas
  return (
    <div className={classes.cards}>
      {typeof canales?.active === 'number' && (
        <MetricCard
          label="Canales Activos"
          value={canales.active}
          {...(history.canales && { history: history.canales })}
          {...trendProps(canales.trend)}
        />
      )}
      <MetricCard
        label="Workers Totales"
        value={workers.total}
        description={<Workers {...workers} />}
        history={history.workers}
        {...trendProps(workers.trend)}
      />
      <MetricCard
        label="Conexiones Pool"
        value={`${pools.connections}/${pools.capacity}`}
        description={`Eficiencia: ${percent(pools.efficiency)}`}
        status={classifyEfficiency(pools.efficiency)}
        {...trendProps(pools.trend)}
      />
      <MetricCard
        label="Error Rate"
        value={performance.errorRate}
        unit="%"
        description="Porcentaje de errores (último periodo)"
        status={classify('errorRate', performance.errorRate)}
        history={history.errorRate}
        {...trendProps(performance.errorTrend)}
      />
      <MetricCard
        label="Latencia Promedio"
        value={performance.avgLatency}
        unit="ms"
        description={`P95: ${performance.p95Latency === null ? '–' : `${DECIMAL.format(performance.p95Latency)} ms`}`}
        status={classify('avgLatency', performance.avgLatency)}
        {...trendProps(performance.latencyTrend)}
      />
      {children}
    </div>
  )
}

function Workers({ active, idle }: { active: number; idle: number }) {
  const reaches = useReach()
  const words = `${active} activos, ${idle} en espera`
  if (!reaches(NODOS)) return words
  return (
    <>
      {words} ·{' '}
      <Anchor component={Link} to={NODOS} inherit underline="always">
        Nodos
      </Anchor>
    </>
  )
}

function percent(value: number | null): string {
  return value === null ? '–' : `${DECIMAL.format(value)}%`
}
