import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  IconCopy,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconSquareDashed,
  IconTrash,
} from '@tabler/icons-react'
import { type Alignment, planAlign } from '../document/align-nodos.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useAnotacionActions } from '../use-anotacion-actions.ts'
import { useNodoActions } from '../use-nodo-actions.ts'

const ALIGNMENTS: readonly { alignment: Alignment; label: string; icon: typeof IconLayoutAlignLeft }[] = [
  { alignment: 'izquierda', label: 'Alinear a la izquierda', icon: IconLayoutAlignLeft },
  { alignment: 'columna', label: 'Centrar en una columna', icon: IconLayoutAlignCenter },
  { alignment: 'derecha', label: 'Alinear a la derecha', icon: IconLayoutAlignRight },
  { alignment: 'arriba', label: 'Alinear arriba', icon: IconLayoutAlignTop },
  { alignment: 'fila', label: 'Centrar en una fila', icon: IconLayoutAlignMiddle },
  { alignment: 'abajo', label: 'Alinear abajo', icon: IconLayoutAlignBottom },
  { alignment: 'repartir-x', label: 'Repartir a lo ancho', icon: IconLayoutDistributeVertical },
  { alignment: 'repartir-y', label: 'Repartir a lo alto', icon: IconLayoutDistributeHorizontal },
]

/** What can be done with several nodes together. */
export function SelectionPanel() {
  const store = useEditorStore()
  const ids = useEditor(({ selection }) => selection.nodos)
  const others = useEditor(({ selection }) => selection.anotaciones.size)
  const { duplicate, remove } = useNodoActions()
  const { addGrupo } = useAnotacionActions()
  return (
    <Stack gap="md">
      <Text fw={600}>
        {ids.size === 1 ? '1 nodo' : `${ids.size} nodos`}
        {others > 0 && ` y ${others === 1 ? 'una anotación' : `${others} anotaciones`}`}
      </Text>
      {store.mayEdit && (
        <>
          <SimpleGrid cols={1} spacing="sm">
            {ALIGNMENTS.map(({ alignment, label, icon: Icon }) => (
              <Button
                key={alignment}
                variant="default"
                justify="flex-start"
                leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
                onClick={() => store.change((flujo) => planAlign(flujo, ids, alignment))}
              >
                {label}
              </Button>
            ))}
          </SimpleGrid>
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconSquareDashed size={16} aria-hidden />}
              onClick={addGrupo}
            >
              Agrupar
            </Button>
            <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
              Duplicar
            </Button>
            <Button
              color="red"
              variant="light"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={remove}
            >
              Eliminar
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
