import { ErrorState } from '@div/ui'
import { Box, Text } from '@mantine/core'
import { useUsos } from './use-usos.ts'
import { UsosList } from './usos-list.tsx'

/** The part of a form that says who depends on what is being changed. */
export function UsedBy({
  resource,
  id,
  title = 'Usado por',
  none = 'Nada lo usa todavía.',
}: {
  resource: string
  id: string
  title?: string
  none?: string
}) {
  const { data: usos, error, refetch } = useUsos(resource, id)
  return (
    <Box component="section" aria-label={title}>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && (usos === undefined || usos.length === 0) && (
        <Text size="sm" c="dimmed">
          {usos === undefined ? 'Cargando...' : none}
        </Text>
      )}
      {!error && usos && <UsosList usos={usos} />}
    </Box>
  )
}
