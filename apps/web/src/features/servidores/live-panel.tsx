import type { ServidorEstado, ServidorGuardado } from '@div/contract'
import { describeMs, describePercent, ErrorState } from '@div/ui'
import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Figure } from '../../shared/figure.tsx'
import { orDash } from '../../shared/or-dash.ts'
import { CIRCUITO_LABELS } from '../../shared/servidores/circuito-labels.ts'
import { PoolGauge } from '../../shared/servidores/pool-gauge.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { statusOf } from './servidor-status.ts'
import { useServidorEstado } from './servidores-api.ts'
import { StatusText } from './status-text.tsx'

/** How a stored servidor does now, asked anew every few seconds. */
export function LivePanel({ servidor: { id, activo } }: { servidor: ServidorGuardado }) {
  const { data: estado, error, refetch } = useServidorEstado(id)
  return (
    <Paper p="lg" component="section" aria-label="Ahora">
      <Stack gap="md">
        <Title order={2} size="h4">
          Ahora
        </Title>
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && estado === undefined && <Skeleton height={96} />}
        {!error && estado && <Figures estado={estado} activo={activo} />}
      </Stack>
    </Paper>
  )
}

function Figures({ estado, activo }: { estado: ServidorEstado; activo: boolean }) {
  const { conexiones, ultimaPrueba } = estado
  return (
    <Stack gap="sm">
      <StatusText status={statusOf({ activo, ...estado })} />
      {ultimaPrueba && (
        <Text size="xs" c="dimmed">
          Probado <TimeAgo at={ultimaPrueba.momento} /> por {ultimaPrueba.usuario}
        </Text>
      )}
      {conexiones === null ? (
        <Text size="sm" c="dimmed">
          Nadie lo ha llamado desde que el motor arrancó.
        </Text>
      ) : (
        <>
          <PoolGauge conexiones={conexiones} width="100%" />
          <Text size="sm">{CIRCUITO_LABELS[conexiones.circuito]}</Text>
          <Figure label="Latencia media" value={orDash(conexiones.avgLatencyMs, describeMs)} />
          <Figure label="Errores" value={orDash(conexiones.errorRate, describePercent)} />
          <Figure label="Reutilización" value={orDash(conexiones.reuseRate, describePercent)} />
        </>
      )}
    </Stack>
  )
}
