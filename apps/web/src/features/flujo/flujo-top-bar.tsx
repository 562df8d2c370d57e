import { ActionIcon, Anchor, Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconKeyboard,
  IconPlayerPlay,
  IconRocket,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './flujo-top-bar.module.css'
import { HallazgosButton } from './hallazgos-button.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import { useEditor, useEditorStore } from './store/use-editor.ts'

interface FlujoTopBarProps {
  onTest: () => void
  onPublish: () => void
  onHelp: () => void
}

/** Which proceso is drawn, whether it is stored, and what can be done with the whole of it. */
export function FlujoTopBar({ onTest, onPublish, onHelp }: FlujoTopBarProps) {
  const { mayEdit } = useEditorStore()
  const { id, nombre } = useEditor(({ stored }) => stored)
  return (
    <header className={classes.bar}>
      <Anchor component={Link} to={`/procesos/${id}`} size="sm" c="dimmed" className={classes.back}>
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> Procesos
      </Anchor>
      <Title order={1} size="h3" className={classes.title}>
        {nombre}
      </Title>
      {mayEdit ? <SaveIndicator /> : <Badge color="gray">Solo lectura</Badge>}
      <Group gap="sm" ml="auto" wrap="nowrap">
        <HallazgosButton />
        <Tooltip label={<KeyHint words="Atajos de teclado" keys="?" />}>
          <ActionIcon aria-label="Atajos de teclado" onClick={onHelp} className={classes.help}>
            <IconKeyboard size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        {mayEdit && (
          <>
            <HistoryButtons />
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={onTest}
            >
              Probar
            </Button>
            <Button size="compact-md" leftSection={<IconRocket size={16} aria-hidden />} onClick={onPublish}>
              Publicar
            </Button>
          </>
        )}
      </Group>
    </header>
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
