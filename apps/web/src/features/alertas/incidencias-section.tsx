import type { EntregaDeAlerta, Incidencia } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useIncidencias } from './alertas-api.ts'

const TIPOS: Readonly<Record<EntregaDeAlerta['tipo'], string>> = {
  alerta: 'Aviso',
  repeticion: 'Repetición',
  recuperacion: 'Recuperación',
  prueba: 'Prueba',
}
const VIAS: Readonly<Record<EntregaDeAlerta['via'], string>> = { correo: 'correo', webhook: 'webhook' }
const ESTADOS: Readonly<Record<EntregaDeAlerta['estado'], { label: string; color: string }>> = {
  pendiente: { label: 'pendiente', color: 'yellow' },
  entregada: { label: 'entregado', color: 'green' },
  fallida: { label: 'fallido', color: 'red' },
  silenciada: { label: 'silenciado', color: 'gray' },
}

/** What rules found, and who was told; of one rule, or of all. */
export function IncidenciasSection({ alertaId }: { alertaId: string | null }) {
  const { incidencias, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useIncidencias(alertaId)
  if (error && !incidencias)
    return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  if (!incidencias) return <Skeleton height={160} role="status" aria-label="Cargando..." />
  if (incidencias.length === 0) {
    if (alertaId === null)
      return (
        <EmptyState
          icon={IconHistory}
          title="Ninguna alerta ha saltado"
          text="Aquí queda cada vez que una regla se cumple: desde cuándo, hasta cuándo y qué fue de cada aviso."
          action={<GuiaLink to="/documentacion/alertas">alertas</GuiaLink>}
        />
      )
    return (
      <Text size="sm" c="dimmed">
        Todavía no ha saltado.
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      {incidencias.map((incidencia) => (
        <IncidenciaCard key={incidencia.id} incidencia={incidencia} isOfAll={alertaId === null} />
      ))}
      {hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Ver anteriores
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function IncidenciaCard({ incidencia, isOfAll }: { incidencia: Incidencia; isOfAll: boolean }) {
  const { alertaId, alerta, mensaje, desde, hasta, avisada, entregas } = incidencia
  return (
    <Paper component="article" p="md" withBorder aria-label={alerta}>
      <Group gap="sm" justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          {isOfAll && <RowLink id={alertaId}>{alerta}</RowLink>}
          <Text size="sm">{mensaje}</Text>
          <Text size="xs" c="dimmed">
            Desde <TimeAgo at={desde} />
            {hasta !== null && (
              <>
                , recuperada <TimeAgo at={hasta} />
              </>
            )}
            {avisada === null && ' · no se avisó: estaba silenciada'}
          </Text>
        </div>
        <Badge color={hasta === null ? 'red' : 'green'} miw="max-content">
          {hasta === null ? 'Dura' : 'Recuperada'}
        </Badge>
      </Group>
      {entregas.map((entrega) => (
        <EntregaLine key={entrega.id} entrega={entrega} />
      ))}
    </Paper>
  )
}

function EntregaLine({ entrega: { tipo, via, estado, intentos, error } }: { entrega: EntregaDeAlerta }) {
  const { label, color } = ESTADOS[estado]
  return (
    <Text size="xs" mt={4}>
      {TIPOS[tipo]} por {VIAS[via]}:{' '}
      <Text span size="xs" fw={600} c={`${color}.8`} data-estado={estado}>
        {label}
      </Text>
      {intentos > 1 && ` tras ${intentos} intentos`}
      {error !== null && (
        <Text span size="xs" c="dimmed">
          {' '}
          · {error}
        </Text>
      )}
    </Text>
  )
}
