import type { Nodo } from '@div/contract'
import { FormHelp } from '@div/ui'
import { ActionIcon, Box, CloseButton, Group, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { IconColumns1, IconColumns3, IconHelp, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { TIPO_NODO_LOOKS, TipoNodoIcon } from '../../../shared/flujo/tipo-nodo.tsx'
import { ParametrosMenu } from '../clipboard/parametros-menu.tsx'
import { focusNodo } from '../focus-nodo.ts'
import type { InspectorTab } from '../store/editor-state.ts'
import {
  useEditor,
  useEditorStore,
  useSelectedAnotacion,
  useSelectedNodo,
  useSettled,
} from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'
import { useNodoActions } from '../use-nodo-actions.ts'
import { AnotacionPanel } from './anotacion-panel.tsx'
import { ConexionesField } from './conexiones-field.tsx'
import { DatosTab } from './datos-tab.tsx'
import { NodoForm } from './forms/nodo-form.tsx'
import classes from './inspector.module.css'
import { NodoDataProvider } from './mapeo/nodo-data.tsx'
import { SourceTree } from './mapeo/source-tree.tsx'
import { NodoHallazgos } from './nodo-hallazgos.tsx'
import { NombreField } from './nombre-field.tsx'
import { OutputColumn } from './output-column.tsx'
import { PoliticaField } from './politica-field.tsx'
import { ResizeHandle } from './resize-handle.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { type ChangeNodo, useChangeNodo } from './use-change-nodo.ts'
import { hasPolitica, useInspectorTab } from './use-inspector-tab.ts'
import { useInspectorWide, useInspectorWidth } from './use-inspector-width.ts'

/** Beside the canvas: the node that is selected, or what can be done with several. */
export default function Inspector() {
  const nodo = useSelectedNodo()
  const anotacion = useSelectedAnotacion()
  const isOfMany = useSettled(({ selection }) => selection.nodos.size + selection.anotaciones.size > 1)
  if (nodo === undefined && anotacion === undefined && !isOfMany) return null
  return <InspectorPanel nodo={nodo} anotacion={anotacion} />
}

/** A list that is open is closed first. */
const FIELDS = ':is(input, textarea, select, [contenteditable="true"]):not([data-expanded])'

interface InspectorPanelProps {
  nodo: Nodo | undefined
  anotacion: ReturnType<typeof useSelectedAnotacion>
}

function InspectorPanel({ nodo, anotacion }: InspectorPanelProps) {
  const { width, setWidth } = useInspectorWidth()
  const { isWide } = useInspectorWide()
  const panel = useRef<HTMLElement>(null)
  useGiveBackFocus(panel, nodo?.id ?? anotacion?.[0])

  /** From a field the way back leads to the node; from elsewhere within, Esc lets go of it. */
  function leaveField({ key, target, defaultPrevented }: KeyboardEvent) {
    const isLeft =
      key === 'Escape' && !defaultPrevented && target instanceof Element && target.matches(FIELDS)
    if (isLeft) focusNodo(nodo?.id)
  }

  return (
    <>
      <ResizeHandle width={width} onResize={setWidth} />
      <Box
        component="aside"
        ref={panel}
        className={classes.inspector}
        data-amplio={(isWide && nodo !== undefined) || undefined}
        __vars={{ '--inspector-width': `${width}px` }}
        aria-label="Inspector"
        tabIndex={-1}
        onKeyDown={leaveField}
      >
        {nodo && (
          <NodoDataProvider key={nodo.id} nodo={nodo}>
            <InspectedNodo nodo={nodo} />
          </NodoDataProvider>
        )}
        {anotacion && <AnotacionPanel key={anotacion[0]} id={anotacion[0]} anotacion={anotacion[1]} />}
        {nodo === undefined && anotacion === undefined && <SelectionPanel />}
      </Box>
    </>
  )
}

function InspectedNodo({ nodo }: { nodo: Nodo }) {
  const store = useEditorStore()
  const { mayEdit } = store
  const { isWide, setIsWide } = useInspectorWide()
  const { remove } = useNodoActions()
  const change = useChangeNodo(nodo.id)
  const hallazgos = useEditor((state) => state.hallazgos)
  const errors = useMemo(() => hallazgos.filter((each) => each.nodo === nodo.id), [hallazgos, nodo.id])
  const { tab, setTab } = useInspectorTab(nodo)
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" className={classes.head}>
        <TipoNodoIcon tipo={nodo.tipo} />
        <Text size="sm" c="dimmed">
          {TIPO_NODO_LOOKS[nodo.tipo].label}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {nodo.id}
        </Text>
        <Group gap={4} ml="auto" wrap="nowrap">
          <ActionIcon
            component="a"
            href={`/documentacion/nodo-${nodo.tipo}`}
            target="_blank"
            rel="opener"
            aria-label="Ayuda del nodo"
            title="Ayuda del nodo"
          >
            <IconHelp size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
          {mayEdit && <ParametrosMenu nodo={nodo} />}
          {mayEdit && nodo.tipo !== 'entrada' && (
            <ActionIcon aria-label="Eliminar el nodo" onClick={remove}>
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          )}
          <ActionIcon
            className={classes.widen}
            aria-label={isWide ? 'Una columna' : 'Ver los datos a los lados'}
            title={isWide ? 'Una columna' : 'Ver los datos a los lados (Intro o doble clic en el nodo)'}
            aria-pressed={isWide}
            onClick={() => setIsWide(!isWide)}
          >
            {isWide ? <IconColumns1 size={18} stroke={1.5} /> : <IconColumns3 size={18} stroke={1.5} />}
          </ActionIcon>
          <CloseButton aria-label="Cerrar el inspector" onClick={() => store.select({})} />
        </Group>
      </Group>
      <div className={classes.columns}>
        {isWide && nodo.tipo !== 'entrada' && (
          <section className={classes.side} aria-label="Entrada">
            <Text size="sm" fw={600} mb="sm">
              Entrada
            </Text>
            <SourceTree />
          </section>
        )}
        <Stack gap="md" className={classes.middle}>
          <FormHelp help={`/documentacion/flujo#${nodo.tipo}`} root="">
            <Stack gap="md">
              <FormHelp help="/documentacion/flujo#nodo" root="">
                <NombreField
                  nombre={nodo.nombre}
                  onChange={(nombre) => change({ nombre })}
                  isReadOnly={!mayEdit}
                />
              </FormHelp>
              <Tabs value={tab} onChange={(value) => isTab(value) && setTab(value)} keepMounted={false}>
                <Tabs.List mb="md">
                  <Tabs.Tab value="configuracion">Configuración</Tabs.Tab>
                  <Tabs.Tab value="datos">Datos</Tabs.Tab>
                  {hasPolitica(nodo) && <Tabs.Tab value="politica">Política</Tabs.Tab>}
                </Tabs.List>
                <Tabs.Panel value="configuracion">
                  <Stack gap="md">
                    <NodoHallazgos hallazgos={errors} />
                    <NodoForm nodo={nodo} change={change} errors={errors} isReadOnly={!mayEdit} />
                    <ConexionesField nodo={nodo} />
                    <NotaField nodo={nodo} change={change} isReadOnly={!mayEdit} />
                  </Stack>
                </Tabs.Panel>
                <Tabs.Panel value="datos">
                  <DatosTab nodo={nodo} />
                </Tabs.Panel>
                {hasPolitica(nodo) && (
                  <Tabs.Panel value="politica">
                    <FormHelp help="/documentacion/flujo#politica" root="politica">
                      <PoliticaField nodo={nodo} change={change} errors={errors} isReadOnly={!mayEdit} />
                    </FormHelp>
                  </Tabs.Panel>
                )}
              </Tabs>
            </Stack>
          </FormHelp>
        </Stack>
        {isWide && (
          <section className={classes.side} aria-label="Salida">
            <Text size="sm" fw={600} mb="sm">
              Salida
            </Text>
            <OutputColumn nodo={nodo} />
          </section>
        )}
      </div>
    </Stack>
  )
}

const isTab = (value: string | null): value is InspectorTab =>
  value === 'configuracion' || value === 'datos' || value === 'politica'

interface NotaFieldProps {
  nodo: Nodo
  change: ChangeNodo
  isReadOnly: boolean
}

function NotaField({ nodo, change, isReadOnly }: NotaFieldProps) {
  return (
    <FormHelp help="/documentacion/flujo#nodo" root="">
      <Textarea
        label="Nota"
        data-campo="nota"
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
    </FormHelp>
  )
}
