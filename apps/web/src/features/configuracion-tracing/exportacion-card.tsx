import type { Trazabilidad } from '@div/contract'
import { Badge, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Figure } from '../../shared/figure.tsx'

/** Where runs are sent beside the history. It is set where the product is started. */
export function ExportacionCard({ exportacion }: Pick<Trazabilidad, 'exportacion'>) {
  return (
    <Paper component="section" p="lg" aria-label="Exportación por OpenTelemetry">
      <Stack gap="md">
        <Group gap="sm">
          <Title order={2} size="h4">
            OpenTelemetry
          </Title>
          <Badge color={exportacion === null ? 'gray' : 'green'}>
            {exportacion === null ? 'Sin exportar' : 'Exportando'}
          </Badge>
        </Group>
        {exportacion === null ? (
          <Text size="sm">
            Cada ejecución que se guarda puede enviarse también a un recolector OTLP. Arranque DIV con{' '}
            <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code>, por ejemplo <Code>http://recolector:4318</Code>.
          </Text>
        ) : (
          <Stack gap={4}>
            <Figure label="Destino" value={exportacion.destino} />
            <Figure label="Servicio" value={exportacion.servicio} />
            <Figure label="Muestreo" value={exportacion.muestreo} />
          </Stack>
        )}
        <Text size="sm" c="dimmed">
          Se envían nombres, estados, tiempos y códigos de error de lo que el historial guarda; nunca datos.
          Las métricas se leen en <Code>/metrics</Code> del motor, en el formato de Prometheus.
        </Text>
      </Stack>
    </Paper>
  )
}
