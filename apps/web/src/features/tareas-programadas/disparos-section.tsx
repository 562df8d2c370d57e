import type { Disparo } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Anchor, Button, Group, Paper, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { inZona } from '../../shared/time/zona-horaria.ts'
import { EstadoBadge } from '../../shared/trace/estados.tsx'
import { DisparoBadge } from './disparo-badge.tsx'
import { useDisparos } from './tareas-api.ts'

const NO_HORAS = {
  title: 'Todavía no ha llegado ninguna hora',
  text: 'Aquí queda cada hora de esta tarea: si se disparó, se omitió o se perdió, por qué, y cómo terminó su ejecución.',
}
const NO_EVENTOS = {
  title: 'Todavía no ha llegado ningún evento',
  text: 'Aquí queda cada evento de esta tarea: si empezó una ejecución y cómo terminó, o por qué se perdió.',
}

interface DisparosSectionProps {
  id: string
  zonaHoraria: string
  /** It begins with events in place of hours. */
  isEvento: boolean
}

/** The ledger of a tarea: every hour or event that came, what became of it, and how its run went. */
export function DisparosSection({ id, zonaHoraria, isEvento }: DisparosSectionProps) {
  const { disparos, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDisparos(id)
  if (error && !disparos) return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  if (!disparos) return <Skeleton height={240} role="status" aria-label="Cargando..." />
  if (disparos.length === 0)
    return (
      <EmptyState
        icon={IconCalendarTime}
        {...(isEvento ? NO_EVENTOS : NO_HORAS)}
        action={<GuiaLink to="/documentacion/tareas-programadas">tareas programadas</GuiaLink>}
      />
    )
  return (
    <Stack gap="md">
      <Paper p="md">
        <Table.ScrollContainer minWidth={440}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Hora</Table.Th>
                <Table.Th>Estado</Table.Th>
                <Table.Th>Ejecución</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {disparos.map((disparo) => (
                <DisparoRow key={disparo.previsto} disparo={disparo} zonaHoraria={zonaHoraria} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
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

function DisparoRow({
  disparo: { previsto, estado, motivo, usuario, ejecucion },
  zonaHoraria,
}: {
  disparo: Disparo
  zonaHoraria: string
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{inZona(previsto, zonaHoraria)}</Text>
        {usuario !== null && (
          <Text size="xs" c="dimmed">
            A mano, por {usuario}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <DisparoBadge estado={estado} />
        {motivo !== null && (
          <Text size="xs" c="dimmed" mt={2}>
            {motivo}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {ejecucion && (
          <Anchor
            component={Link}
            to={`/ejecuciones/${ejecucion.id}`}
            underline="never"
            display="inline-block"
            miw="max-content"
          >
            <EstadoBadge estado={ejecucion.estado} />
          </Anchor>
        )}
        {ejecucion?.errorMensaje && (
          <Text size="xs" c="dimmed" mt={2} lineClamp={2} title={ejecucion.errorMensaje}>
            {ejecucion.errorMensaje}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
