import type { EstadoDeEscucha } from '@div/contract'
import { Paper, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { EscuchaState } from './escucha-state.tsx'
import { useEscucha } from './tareas-api.ts'

/** How listening for the event of a tarea goes. */
export function EscuchaRail({ id }: { id: string | null }) {
  const titleId = useId()
  const { data } = useEscucha(id)
  return (
    <Paper component="section" p="lg" aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId} mb="sm">
        Escucha
      </Title>
      {data ? (
        <EscuchaText activo={data.activo} escucha={data.escucha} />
      ) : (
        <Text size="sm" c="dimmed">
          Empieza a escuchar en cuanto se guarda.
        </Text>
      )}
    </Paper>
  )
}

function EscuchaText({ activo, escucha }: { activo: boolean; escucha: EstadoDeEscucha | null }) {
  if (!activo) return <Text size="sm">En pausa: la tarea no está activa.</Text>
  return (
    <>
      <EscuchaState escucha={escucha} />
      {escucha?.detalle && (
        <Text size="sm" mt="xs">
          {escucha.detalle}
        </Text>
      )}
      {escucha && (
        <Text size="xs" c="dimmed" mt="xs">
          <TimeAgo at={escucha.desde} /> · en {escucha.nodo}
        </Text>
      )}
    </>
  )
}
