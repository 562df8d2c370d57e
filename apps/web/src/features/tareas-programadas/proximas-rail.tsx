import { List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import type { usePrevision } from './tareas-api.ts'
import { inZona } from './zona-horaria.ts'

/** What the schedule comes to, as the server reads it. */
export function ProximasRail({
  prevision: { data, error },
  zonaHoraria,
}: {
  prevision: ReturnType<typeof usePrevision>
  zonaHoraria: string
}) {
  const id = useId()
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        Próximas horas
      </Title>
      <Text size="xs" c="dimmed" mb="md">
        Según el horario, en {zonaHoraria}.
      </Text>
      {error !== null && (
        <Text size="sm" c="red">
          {describeError(error)}
        </Text>
      )}
      {error === null && data === undefined && (
        <Stack gap="sm" role="status" aria-label="Cargando...">
          {[0, 1, 2, 3, 4].map((line) => (
            <Skeleton key={line} height={32} />
          ))}
        </Stack>
      )}
      {error === null && data?.horas.length === 0 && (
        <Text size="sm">Ninguna: esta fecha no vuelve a llegar.</Text>
      )}
      {error === null && data && (
        <List listStyleType="none" spacing="sm">
          {data.horas.map(({ momento, festivo, seOmite }) => (
            <List.Item key={momento}>
              <Text size="sm" {...(seOmite && { td: 'line-through', c: 'dimmed' })}>
                {inZona(momento, zonaHoraria)}
              </Text>
              <Text size="xs" c="dimmed">
                {seOmite ? `Se omite: ${festivo}` : <TimeAgo at={momento} />}
                {!seOmite && festivo !== null && ` · movida: ${festivo}`}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Paper>
  )
}
