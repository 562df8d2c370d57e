import type { EventoApartado } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { describeRefusal } from '../../shared/api-error.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useDecideApartado } from './apartados-api.ts'

interface ApartadoCardProps {
  tareaId: string
  apartado: EventoApartado
  mayDecide: boolean
}

/** One event that was set apart. */
export function ApartadoCard({ tareaId, apartado, mayDecide }: ApartadoCardProps) {
  const { id, momento, entregas, causa, datos } = apartado
  const { retry, discard } = useDecideApartado(tareaId, id)
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  async function retryIt() {
    setIsBusy(true)
    try {
      const { idEjecucion } = await retry()
      notify.success('Evento en marcha', 'Espera ya un worker.', {
        actions: [{ label: 'Ver la ejecución', onClick: () => navigate(`/ejecuciones/${idEjecucion}`) }],
      })
    } catch (error) {
      notify.error('No se pudo reintentar', describeRefusal(error))
      setIsBusy(false)
    }
  }

  return (
    <Paper component="article" p="md" aria-label={causa}>
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {causa}
        </Text>
        <Text size="xs" c="dimmed">
          <TimeAgo at={momento} /> · {entregas === 1 ? 'una entrega' : `${entregas} entregas`}
        </Text>
        {datos === null ? (
          <Text size="xs" c="dimmed">
            Lo que traía no se pudo leer.
          </Text>
        ) : (
          <Code block mah={240} tabIndex={0} aria-label="Lo que traía" style={{ overflow: 'auto' }}>
            {JSON.stringify(datos, null, 2)}
          </Code>
        )}
        {mayDecide && (
          <Group gap="sm">
            {datos !== null && (
              <Button size="xs" variant="default" loading={isBusy} onClick={() => void retryIt()}>
                Reintentar
              </Button>
            )}
            <Button size="xs" variant="subtle" color="red" onClick={() => setIsAsking(true)}>
              Descartar
            </Button>
          </Group>
        )}
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title="Descartar el evento"
          confirm="Descartar"
          isDangerous
          onConfirm={discard}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">Deja de estar en esta lista, y lo que traía se pierde.</Text>
        </ConfirmDialog>
      )}
    </Paper>
  )
}
