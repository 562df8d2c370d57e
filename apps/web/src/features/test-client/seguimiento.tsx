import { Alert, Group, Stack, Text } from '@mantine/core'
import { describeError } from '../../shared/api-error.ts'
import { ValueViewer } from '../../shared/datos/value-viewer.tsx'
import { EstadoBadge } from '../../shared/trace/estados.tsx'
import { useSeguimiento } from './test-client-api.ts'

/** What became of a run that was accepted, as it goes on. */
export function Seguimiento({ id }: { id: string }) {
  const { data, error, isPending } = useSeguimiento(id)
  return (
    <Stack gap="xs" component="section" aria-label="Ejecución aceptada">
      <Group gap="sm" role="status">
        <Text size="sm">Ejecución aceptada</Text>
        <EstadoBadge estado={data?.estado ?? 'en_cola'} />
      </Group>
      {error && !isPending && (
        <Text size="sm" c="dimmed">
          {describeError(error)}
        </Text>
      )}
      {data?.error && (
        <Alert color="red" variant="light">
          {data.error.mensaje}
        </Alert>
      )}
      {data?.estado === 'ok' && <ValueViewer title="Resultado" value={data.salida} />}
    </Stack>
  )
}
