import {
  ConnectionIndicator,
  EmptyState,
  ErrorState,
  MetricCard,
  PageHeader,
  TimeSeriesChart,
  type TimeSeriesChartProps,
} from '@div/ui'
import { Alert, Button, Paper, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { connectionOf, isStale } from '../../shared/metricas/connection.ts'
import { MetricCards } from '../../shared/metricas/metric-cards.tsx'
import { CONNECTIONS, REQUESTS, WORKERS } from '../../shared/metricas/series.ts'
import { useNow } from '../../shared/use-now.ts'
import { ColaSection } from './cola-section.tsx'
import { PoolCard } from './pool-card.tsx'
import type { PoolFeed } from './pool-feed.ts'
import classes from './pools.module.css'
import { usePoolsStats } from './use-pools-stats.ts'

const CONEXIONES = 'conexiones'
const COLA = 'cola'
const VISTAS = [
  { value: CONEXIONES, label: 'Conexiones' },
  { value: COLA, label: 'Cola asíncrona' },
]

/** What the pools do now: the motor is asked itself, with the spec's patience. */
export default function ConfiguracionAsyncPoolPage() {
  const { feed, refresh, unknownMotor, retry } = usePoolsStats()
  const now = useNow()
  const [params, setParams] = useSearchParams()
  const vista = params.get('vista') ?? CONEXIONES
  const show = (next: string) => setParams(next === CONEXIONES ? {} : { vista: next }, { replace: true })
  return (
    <Stack gap="lg">
      <PageHeader
        title="Pools de conexiones"
        summary="Las conexiones con los servidores, quién las tiene y quién espera una; y las ejecuciones que esperan un worker."
        actions={
          <ConnectionIndicator
            status={connectionOf(feed, now)}
            updatedAt={feed.succeededAt === 0 ? null : feed.succeededAt}
            now={now}
            onRefresh={refresh}
            isRefreshing={feed.isLoading}
          />
        }
      />
      <SegmentedControl
        aria-label="Qué se mira"
        data={VISTAS}
        value={vista}
        onChange={show}
        style={{ alignSelf: 'flex-start' }}
      />
      {isStale(feed, now) && (
        <Alert color="yellow" p="sm" role="status">
          ⚠️ Los datos pueden estar desactualizados. Reconectando...
        </Alert>
      )}
      {vista === COLA && <ColaSection />}
      {vista !== COLA && unknownMotor === null && <Pools feed={feed} />}
      {vista !== COLA && unknownMotor !== null && (
        <ErrorState message={unknownMotor.message} onRetry={retry} />
      )}
    </Stack>
  )
}

function Pools({ feed: { stats, sample, points, history, failures } }: { feed: PoolFeed }) {
  if (stats === null || sample === null) {
    if (failures === 0) return <LoadingPools />
    return (
      <EmptyState
        icon={IconPlugConnected}
        title="Todavía no se sabe nada de los pools"
        text="El motor no contesta. Se le pregunta de nuevo sin que haga nada."
        action={
          <Button component={Link} to="/configuracion/nodos" variant="default">
            Ver los nodos
          </Button>
        }
      />
    )
  }
  return (
    <>
      <MetricCards metricas={sample} history={history}>
        <MetricCard
          label="Llamadas en espera"
          value={stats.summary.waiting}
          description="De una conexión libre"
          status={stats.summary.waiting > 0 ? 'warning' : 'healthy'}
          history={points.map(({ waiting }) => waiting)}
        />
      </MetricCards>
      <div className={classes.charts}>
        <Chart
          title="Actividad de Workers"
          label="Workers que trabajan y que esperan"
          data={points}
          series={WORKERS}
        />
        <Chart
          title="Uso de conexiones"
          label="Conexiones en uso, libres, y llamadas que esperan una"
          data={points}
          series={CONNECTIONS}
        />
        <Chart
          title="Tasa de Peticiones (último minuto)"
          label="Peticiones y errores"
          data={points}
          series={REQUESTS}
        />
      </div>
      {stats.pools.length === 0 ? (
        <EmptyState
          icon={IconPlugConnected}
          title="No hay ningún pool abierto"
          text="El de un servidor se abre la primera vez que un proceso lo llama, y aparece aquí."
          action={
            <>
              <Button component={Link} to="/servidores" variant="default">
                Ver los servidores
              </Button>
              <GuiaLink to="/docs/consumo-servidores">consumo de servidores</GuiaLink>
            </>
          }
        />
      ) : (
        <Stack component="section" gap="md" aria-label="Pools">
          <Title order={2} size="h3">
            Por servidor
          </Title>
          {stats.pools.map((pool) => (
            <PoolCard key={pool.id} pool={pool} />
          ))}
        </Stack>
      )}
    </>
  )
}

function Chart({
  title,
  ...chart
}: { title: string } & Pick<TimeSeriesChartProps, 'label' | 'data' | 'series'>) {
  return (
    <Paper component="section" p="lg" aria-label={title}>
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <TimeSeriesChart {...chart} withGrid withLegend />
    </Paper>
  )
}

function LoadingPools() {
  return (
    <Stack gap="md" role="status" aria-label="Cargando...">
      <Skeleton height={112} />
      <Skeleton height={260} />
    </Stack>
  )
}
