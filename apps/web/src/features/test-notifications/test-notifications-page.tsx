import { notify, PageHeader } from '@div/ui'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** Each kind of toast, to be seen. */
export default function TestNotificationsPage() {
  const [answer, setAnswer] = useState('–')
  return (
    <Stack gap="lg" maw={880}>
      <PageHeader
        title="Prueba de notificaciones"
        summary="Los avisos que muestra DIV: cada uno con su duración y sus botones."
      />
      <Sample title="Éxito" text="Algo salió bien. Se cierra a los 5 segundos.">
        <Button
          variant="default"
          onClick={() => notify.success('Copiado', '3 parámetros copiados al clipboard')}
        >
          Mostrar éxito
        </Button>
      </Sample>
      <Sample title="Error" text="Algo falló. Se cierra a los 7 segundos, porque se lee con más calma.">
        <Button
          variant="default"
          onClick={() => notify.error('No se pudo guardar', 'El servidor «Chinook» no responde.')}
        >
          Mostrar error
        </Button>
      </Sample>
      <Sample title="Advertencia" text="Conviene saberlo. Se cierra a los 5 segundos.">
        <Button
          variant="default"
          onClick={() => notify.warning('Paste no permitido', 'Los nodos de entrada no pueden recibir paste')}
        >
          Mostrar advertencia
        </Button>
      </Sample>
      <Sample title="Información" text="Con acciones propias. Se cierra a los 5 segundos.">
        <Button
          variant="default"
          onClick={() =>
            notify.info('Clipboard limpiado', 'El clipboard ha sido vaciado', {
              actions: [{ label: 'Deshacer', onClick: () => setAnswer('Deshacer') }],
            })
          }
        >
          Mostrar información
        </Button>
      </Sample>
      <Sample
        title="Confirmación"
        text={`Pregunta y espera: nunca se cierra sola. Última respuesta: ${answer}`}
      >
        <Button
          variant="default"
          onClick={() =>
            notify.confirm({
              title: '¿Continuar?',
              message: 'Elija una de las dos respuestas.',
              onConfirm: () => setAnswer('Confirmar'),
              onCancel: () => setAnswer('Cancelar'),
            })
          }
        >
          Mostrar confirmación
        </Button>
      </Sample>
    </Stack>
  )
}

function Sample({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Paper p="lg">
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {children}
      </Group>
    </Paper>
  )
}
