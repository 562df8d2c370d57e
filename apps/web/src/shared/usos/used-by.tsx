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
  const usos = useUsos(resource, id)
  return (
    <Box component="section" aria-label={title}>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      {usos === undefined ? (
        <Text size="sm" c="dimmed">
          Cargando...
        </Text>
      ) : usos.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <UsosList usos={usos} />
      )}
    </Box>
  )
}
