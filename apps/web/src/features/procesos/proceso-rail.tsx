import type { ProcesoResumen } from '@div/contract'
import { describeMs, ErrorState } from '@div/ui'
import { Anchor, Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActividadSparkline, ErrorRate, LastRun } from '../../shared/actividad/actividad-cells.tsx'
import { describeActividad } from '../../shared/actividad/describe-actividad.ts'
import { useReach } from '../../shared/reach.ts'
import { UsedBy } from '../../shared/usos/used-by.tsx'

interface ProcesoRailProps {
  id: string
  /** Undefined until it is known. */
  resumen: ProcesoResumen | undefined
  error: Error | null
  onRetry: () => void
}

/** How its runs go and who depends on it. */
export function ProcesoRail({ id, resumen, error, onRetry }: ProcesoRailProps) {
  const reaches = useReach()
  return (
    <Stack gap="lg">
      <Paper p="lg">
        {error && <ErrorState message={error.message} onRetry={onRetry} />}
        {!error && resumen === undefined && <Skeleton height={120} />}
        {!error && resumen && <Actividad actividad={resumen.actividad} />}
        {reaches('/ejecuciones') && (
          <Anchor
            component={Link}
            to={`/ejecuciones?procesoId=${id}`}
            size="sm"
            mt="md"
            display="inline-block"
          >
            Ver sus ejecuciones
          </Anchor>
        )}
      </Paper>
      <Paper p="lg">
        <UsedBy resource="procesos" id={id} none="Ningún canal, tarea ni proceso lo llama todavía." />
      </Paper>
    </Stack>
  )
}

function Actividad({ actividad }: Pick<ProcesoResumen, 'actividad'>) {
  const { total, porcentajeErrores, p95Ms, ultima } = actividad
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        Últimas 24 horas
      </Text>
      {total > 0 && (
        <>
          <ActividadSparkline actividad={actividad} width={232} />
          <Text size="sm">{describeActividad(actividad)}</Text>
          <Fact label="Errores">
            <ErrorRate percent={porcentajeErrores} />
          </Fact>
          <Fact label="Duración (P95)">{p95Ms === null ? '–' : describeMs(p95Ms)}</Fact>
        </>
      )}
      {total === 0 && (
        <Text size="sm" c="dimmed">
          Sin ejecuciones.
        </Text>
      )}
      <Fact label="Última">
        <LastRun ultima={ultima} />
      </Fact>
    </Stack>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Box fz="sm">{children}</Box>
    </Group>
  )
}
