import { describeMs, ErrorState } from '@div/ui'
import { Anchor, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Figure } from '../../shared/figure.tsx'
import { orDash } from '../../shared/or-dash.ts'
import { useReach } from '../../shared/reach.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useCanalResumen } from './canales-api.ts'

/** What its calls came to. */
export function CanalResumenPanel({ id }: { id: string }) {
  const { data: resumen, error, refetch } = useCanalResumen(id)
  const reaches = useReach()
  return (
    <Paper p="lg" component="section" aria-label="Últimas 24 horas">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Últimas 24 horas
        </Title>
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && resumen === undefined && <Skeleton height={72} />}
        {resumen === null && (
          <Text size="sm" c="dimmed">
            Nadie lo ha llamado.
          </Text>
        )}
        {resumen && (
          <>
            <Figure label="Llamadas" value={resumen.total.toLocaleString('es')} />
            <Figure label="Con error" value={resumen.errores.toLocaleString('es')} />
            <Figure label="Media" value={orDash(resumen.mediaMs, describeMs)} />
            <Figure label="P95" value={orDash(resumen.p95Ms, describeMs)} />
            <Text size="xs" c="dimmed">
              La última, <TimeAgo at={resumen.ultima} />
            </Text>
          </>
        )}
        {resumen && reaches('/ejecuciones') && (
          <Anchor component={Link} to={`/ejecuciones?canalId=${id}`} size="sm">
            Ver sus ejecuciones
          </Anchor>
        )}
      </Stack>
    </Paper>
  )
}
