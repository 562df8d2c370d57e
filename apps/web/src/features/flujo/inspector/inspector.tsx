import type { Nodo } from '@div/contract'
import { ActionIcon, Box, CloseButton, Group, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { TIPO_NODO_LOOKS, TipoNodoIcon } from '../../../shared/flujo/tipo-nodo.tsx'
import { planRemove } from '../document/plan-change.ts'
import { useEditor, useEditorStore, useSelectedNodo } from '../store/use-editor.ts'
import { ConexionesField } from './conexiones-field.tsx'
import { DatosTab } from './datos-tab.tsx'
import { NodoForm } from './forms/nodo-form.tsx'
import classes from './inspector.module.css'
import { NombreField } from './nombre-field.tsx'
import { ParametrosMenu } from './parametros-menu.tsx'
import { PoliticaField } from './politica-field.tsx'
import { ResizeHandle } from './resize-handle.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { type ChangeNodo, useChangeNodo } from './use-change-nodo.ts'
import { useInspectorWidth } from './use-inspector-width.ts'

/** Beside the canvas: the node that is selected, or what can be done with several. */
export function Inspector() {
  const nodo = useSelectedNodo()
  const { width, setWidth } = useInspectorWidth()
  const isOfMany = useEditor(({ selection }) => selection.nodos.size > 1)
  if (nodo === undefined && !isOfMany) return null
  return (
    <>
      <ResizeHandle width={width} onResize={setWidth} />
      <Box
        component="aside"
        className={classes.inspector}
        __vars={{ '--inspector-width': `${width}px` }}
        aria-label="Inspector"
      >
        {nodo ? <InspectedNodo key={nodo.id} nodo={nodo} /> : <SelectionPanel />}
      </Box>
    </>
  )
}

function InspectedNodo({ nodo }: { nodo: Nodo }) {
  const store = useEditorStore()
  const { mayEdit } = store
  const change = useChangeNodo(nodo.id)
  const hallazgos = useEditor((state) => state.hallazgos)
  const resultado = useEditor((state) => state.resultado)
  const errors = useMemo(() => hallazgos.filter((each) => each.nodo === nodo.id), [hallazgos, nodo.id])
  // Nothing comes before an entrada, and nothing after a salida that could be told.
  const hasPolitica = nodo.tipo !== 'entrada' && nodo.tipo !== 'salida'
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
          {mayEdit && <ParametrosMenu nodo={nodo} />}
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
      <Tabs defaultValue="configuracion" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="configuracion">Configuración</Tabs.Tab>
          {resultado && <Tabs.Tab value="datos">Datos</Tabs.Tab>}
          {hasPolitica && <Tabs.Tab value="politica">Política</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="configuracion">
          <Stack gap="md">
            <NodoForm nodo={nodo} change={change} errors={errors} isReadOnly={!mayEdit} />
            <ConexionesField nodo={nodo} />
            <NotaField nodo={nodo} change={change} isReadOnly={!mayEdit} />
          </Stack>
        </Tabs.Panel>
        {resultado && (
          <Tabs.Panel value="datos">
            <DatosTab id={nodo.id} resultado={resultado} />
          </Tabs.Panel>
        )}
        {hasPolitica && (
          <Tabs.Panel value="politica">
            <PoliticaField nodo={nodo} change={change} isReadOnly={!mayEdit} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  )
}

interface NotaFieldProps {
  nodo: Nodo
  change: ChangeNodo
  isReadOnly: boolean
}

function NotaField({ nodo, change, isReadOnly }: NotaFieldProps) {
  return (
    <Textarea
      label="Nota"
      description="Para quien lee el dibujo."
      autosize
      minRows={2}
      maxRows={8}
      readOnly={isReadOnly}
      maxLength={10_000}
      value={nodo.nota ?? ''}
      onChange={({ currentTarget }) =>
        change({ nota: currentTarget.value === '' ? undefined : currentTarget.value })
      }
    />
  )
}
