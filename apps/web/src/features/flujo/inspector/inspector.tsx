import type { Nodo } from '@div/contract'
import { ActionIcon, Box, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { TIPO_NODO_LOOKS, TipoNodoIcon } from '../../../shared/flujo/tipo-nodo.tsx'
import { planRemove } from '../document/plan-change.ts'
import { useEditorStore, useSelectedNodo } from '../store/use-editor.ts'
import { ConexionesField } from './conexiones-field.tsx'
import classes from './inspector.module.css'
import { NombreField } from './nombre-field.tsx'
import { ResizeHandle } from './resize-handle.tsx'
import { useChangeNodo } from './use-change-nodo.ts'
import { useInspectorWidth } from './use-inspector-width.ts'

/** Beside the canvas: the one node that is selected. */
export function Inspector() {
  const nodo = useSelectedNodo()
  const { width, setWidth } = useInspectorWidth()
  if (nodo === undefined) return null
  return (
    <>
      <ResizeHandle width={width} onResize={setWidth} />
      <Box
        component="aside"
        className={classes.inspector}
        __vars={{ '--inspector-width': `${width}px` }}
        aria-label="Inspector"
      >
        <InspectedNodo key={nodo.id} nodo={nodo} />
      </Box>
    </>
  )
}

function InspectedNodo({ nodo }: { nodo: Nodo }) {
  const store = useEditorStore()
  const { mayEdit } = store
  const change = useChangeNodo(nodo.id)
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap">
        <TipoNodoIcon tipo={nodo.tipo} />
        <Text size="sm" c="dimmed">
          {TIPO_NODO_LOOKS[nodo.tipo].label}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {nodo.id}
        </Text>
        <Group gap={4} ml="auto" wrap="nowrap">
          {mayEdit && nodo.tipo !== 'entrada' && (
            <ActionIcon
              aria-label="Eliminar el nodo"
              onClick={() => store.change((flujo) => planRemove(flujo, { nodos: new Set([nodo.id]) }))}
            >
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          )}
          <CloseButton aria-label="Cerrar el inspector" onClick={() => store.select({})} />
        </Group>
      </Group>
      <NombreField nombre={nodo.nombre} onChange={(nombre) => change({ nombre })} isReadOnly={!mayEdit} />
      <ConexionesField nodo={nodo} />
      <Textarea
        label="Nota"
        description="Para quien lee el dibujo."
        autosize
        minRows={2}
        maxRows={8}
        readOnly={!mayEdit}
        maxLength={10_000}
        value={nodo.nota ?? ''}
        onChange={({ currentTarget }) =>
          change({ nota: currentTarget.value === '' ? undefined : currentTarget.value })
        }
      />
    </Stack>
  )
}
