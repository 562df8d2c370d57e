import type { Presencia } from '@div/contract'
import { ActionIcon, Badge, Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import {
  IconApi,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconClock,
  IconHistory,
  IconKeyboard,
  IconPlayerPlay,
  IconRocket,
  IconSparkles,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useAsistente } from '../../shared/asistente/use-asistente.ts'
import { useCan } from '../../shared/session.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import classes from './flujo-top-bar.module.css'
import { HallazgosButton } from './hallazgos-button.tsx'
import { ModoMenu } from './modo-menu.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor, useEditorStore } from './store/use-editor.ts'
import { OpenSubproceso } from './subproceso/open-subproceso.tsx'

const Presentes = lazy(() => import('./presencia/presentes.tsx'))

interface FlujoTopBarProps {
  saver: DraftSaver
  presentes: Presencia['presentes']
  isShowingVersions: boolean
  onVersions: () => void
  isAssisted: boolean
  onAsistente: () => void
  onTest: () => void
  onPublish: () => void
  onCanal: () => void
  onTarea: () => void
  onHelp: () => void
}

/** Which proceso is drawn, whether it is stored, and what can be done with the whole of it. */
export function FlujoTopBar({
  saver,
  presentes,
  isShowingVersions,
  onVersions,
  isAssisted,
  onAsistente,
  onTest,
  onPublish,
  onCanal,
  onTarea,
  onHelp,
}: FlujoTopBarProps) {
  const { mayEdit } = useEditorStore()
  const { listo, motivo } = useAsistente()
  return (
    <header className={classes.bar}>
      <Breadcrumb />
      <ModoMenu saver={saver} />
      {mayEdit ? (
        <SaveIndicator />
      ) : (
        <Badge color="gray" flex="none">
          Solo lectura
        </Badge>
      )}
      <Group gap="sm" ml="auto" className={classes.actions}>
        <OpenSubproceso />
        <Suspense>{presentes.length > 0 && <Presentes presentes={presentes} />}</Suspense>
        <HallazgosButton />
        <Tooltip label="Versiones y puntos de restauración">
          <ActionIcon aria-label="Versiones" aria-expanded={isShowingVersions} onClick={onVersions}>
            <IconHistory size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={<KeyHint words="Atajos de teclado" keys="?" />}>
          <ActionIcon aria-label="Atajos de teclado" onClick={onHelp} className={classes.help}>
            <IconKeyboard size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        {!mayEdit && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={onTest}
          >
            Historial
          </Button>
        )}
        {mayEdit && (
          <>
            <HistoryButtons />
            {(listo || motivo !== null) && (
              <Tooltip label="Asistente: describa la integración">
                <ActionIcon aria-label="Asistente" aria-expanded={isAssisted} onClick={onAsistente}>
                  <IconSparkles size={18} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            )}
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={onTest}
            >
              Probar
            </Button>
            <PublishMenu onPublish={onPublish} onCanal={onCanal} onTarea={onTarea} />
          </>
        )}
      </Group>
    </header>
  )
}

function PublishMenu({
  onPublish,
  onCanal,
  onTarea,
}: Pick<FlujoTopBarProps, 'onPublish' | 'onCanal' | 'onTarea'>) {
  const maySchedule = useCan('tareas-programadas.crear')
  const mayAssign = useCan('canales.editar')
  return (
    <Group gap={1} wrap="nowrap">
      <Button size="compact-md" leftSection={<IconRocket size={16} aria-hidden />} onClick={onPublish}>
        Publicar
      </Button>
      {(mayAssign || maySchedule) && (
        <Menu position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon variant="filled" color="teal" size={30} aria-label="Canal o tarea">
              <IconChevronDown size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayAssign && (
              <Menu.Item leftSection={<IconApi size={16} aria-hidden />} onClick={onCanal}>
                Publicar como canal
              </Menu.Item>
            )}
            {maySchedule && (
              <Menu.Item leftSection={<IconClock size={16} aria-hidden />} onClick={onTarea}>
                Programar
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

function HistoryButtons() {
  const store = useEditorStore()
  const canUndo = useEditor(({ history }) => history.past.length > 0)
  const canRedo = useEditor(({ history }) => history.future.length > 0)
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={<KeyHint words="Deshacer" keys="Ctrl+Z" />}>
        <ActionIcon aria-label="Deshacer" disabled={!canUndo} onClick={store.undo}>
          <IconArrowBackUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={<KeyHint words="Rehacer" keys="Ctrl+Y" />}>
        <ActionIcon aria-label="Rehacer" disabled={!canRedo} onClick={store.redo}>
          <IconArrowForwardUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function KeyHint({ words, keys }: { words: string; keys: string }) {
  return (
    <>
      {words}{' '}
      <Text span size="xs" opacity={0.8}>
        {keys}
      </Text>
    </>
  )
}
