import { ConnectionIndicator, TimeSeriesChart } from '@div/ui'
import { Alert, Paper } from '@mantine/core'
import { connectionOf, isStale } from '../../shared/metricas/connection.ts'
import { MetricCards } from '../../shared/metricas/metric-cards.tsx'
import { REQUESTS, WORKERS } from '../../shared/metricas/series.ts'
import { useMetricas } from '../../shared/metricas/use-metricas.ts'
import { useNow } from '../../shared/use-now.ts'
import classes from './home.module.css'

/** Hidden until there are metrics. */
export function SystemMetrics() {
  const { data, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useMetricas()
  const now = useNow()
  if (data === undefined) return null
  const attempts = { succeededAt: dataUpdatedAt, failedAt: errorUpdatedAt }
  return (
    <section aria-labelledby="metrics-title">
      <div className={classes.metricsHead}>
        <h2 id="metrics-title" className={classes.heading}>
          Métricas del Sistema
        </h2>
        <ConnectionIndicator
          status={connectionOf(attempts, now)}
          updatedAt={dataUpdatedAt}
          now={now}
          onRefresh={() => refetch()}
          isRefreshing={isFetching}
        />
      </div>
      {isStale(attempts, now) && (
        <Alert color="yellow" p="sm" mb="md" role="status">
          ⚠️ Los datos pueden estar desactualizados. Reconectando...
        </Alert>
      )}
      <MetricCards metricas={data.last} history={data.history} />
      <div className={classes.charts}>
        <Paper component="section" p="lg" aria-label="Actividad de Workers">
          <h3 className={classes.chartTitle}>Actividad de Workers</h3>
          <TimeSeriesChart
            label="Workers activos y en espera"
            data={data.samples}
            series={WORKERS}
            withGrid
            withLegend
          />
        </Paper>
        <Paper component="section" p="lg" aria-label="Tasa de Peticiones">
          <h3 className={classes.chartTitle}>Tasa de Peticiones (último minuto)</h3>
          <TimeSeriesChart
            label="Peticiones y errores"
            data={data.samples}
            series={REQUESTS}
            withGrid
            withLegend
          />
        </Paper>
      </div>
    </section>
  )
}
