import { Button, Group, Text } from '@mantine/core'
import { planCompensacion } from '../document/plan-compensacion.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'

/** A branch that undoes something runs only where the whole flujo asks for it. */
export function UndoHint() {
  const store = useEditorStore()
  const isAsked = useEditor(({ history }) => history.flujo.compensacion !== undefined)
  if (isAsked) return null
  return (
    <Group gap="xs" justify="space-between">
      <Text size="xs" c="dimmed">
        El proceso todavía no pide deshacer lo hecho cuando falla.
      </Text>
      {store.mayEdit && (
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => store.change((flujo) => planCompensacion(flujo, 'enError'))}
        >
          Deshacer si falla
        </Button>
      )}
    </Group>
  )
}
