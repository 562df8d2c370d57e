import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Panel, useStore } from '@xyflow/react'
import { type AddPlace, firstPlace } from '../palette/add-nodo.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import classes from './first-step.module.css'

/** Of the canvas, for the words to be read and the drawing to be seen below them. */
const LEAST = { width: 300, height: 500 }

/** While nothing stands between what comes in and what goes out: what one does here, and the way to do it. */
export function FirstStep({ onAdd }: { onAdd: (place: AddPlace) => void }) {
  const { mayEdit } = useEditorStore()
  const only = useEditor(({ history: { flujo } }) => firstPlace(flujo))
  const hasRoom = useStore(({ width, height }) => width > LEAST.width && height > LEAST.height)
  if (!mayEdit || only === undefined || !hasRoom) return null
  return (
    <Panel position="top-center" className={classes.panel}>
      <Text size="sm" fw={600}>
        ¿Qué pasa entre la entrada y la salida?
      </Text>
      <Text size="sm" c="dimmed">
        Arrastre un nodo o una tabla hasta la conexión, o añada aquí el primer paso.
      </Text>
      <Group mt="sm" justify="center">
        <Button
          size="compact-md"
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onAdd({ conexion: only })}
        >
          Añadir el primer paso
        </Button>
      </Group>
    </Panel>
  )
}
