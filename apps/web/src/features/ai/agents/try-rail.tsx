import { Alert, Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { EjecucionView } from '../agent-run/ejecucion-view.tsx'
import { useEjecucion } from '../agent-run/use-ejecucion.ts'
import { RESOURCE } from './agents-api.ts'

/** Tries the draft, as it is stored. */
export function TryRail({ id, isDirty }: { id: string; isDirty: boolean }) {
  const [mensaje, setMensaje] = useState('')
  const ejecucion = useEjecucion()
  const { vista, isRunning, failure } = ejecucion
  const mayRun = mensaje.trim() !== '' && !isDirty
  return (
    <Stack gap="sm" component="section" aria-label="Probar el borrador">
      <Title order={2} size="h4">
        Probar el borrador
      </Title>
      <Textarea
        label="Mensaje"
        autosize
        minRows={2}
        maxRows={8}
        value={mensaje}
        onChange={({ currentTarget }) => setMensaje(currentTarget.value)}
      />
      {isDirty && (
        <Text size="sm" c="dimmed">
          Se prueba lo guardado: guarde antes.
        </Text>
      )}
      {isRunning ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => void ejecucion.stop()}
        >
          Detener
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={!mayRun}
          onClick={() => void ejecucion.begin(`${RESOURCE}/${id}/probar`, { mensaje })}
        >
          Probar
        </Button>
      )}
      {failure && (
        <Alert color="red" variant="light">
          {failure}
        </Alert>
      )}
      {vista && (
        <EjecucionView vista={vista} onDecide={(decisiones) => void ejecucion.decide(vista, decisiones)} />
      )}
    </Stack>
  )
}
