import { Alert, Box, Button, CloseButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { LoadError } from '../load-error.tsx'
import classes from './editor-panel.module.css'
import { showMistake } from './show-mistake.ts'
import type { FormSaving } from './use-resource-form.ts'

export interface EditorPanelProps {
  title: string
  badges?: ReactNode
  /** Who changed it last, and when. */
  summary?: ReactNode
  onClose: () => void
  /** Missing: who looks at it may not change it. */
  save?: FormSaving
  /** At the left of 'Guardar'. */
  actions?: ReactNode
  /** In place of what saves: what else is done with it, always in sight. */
  footer?: ReactNode
  failure?: string | null
  /** What it shows is not there yet, or could not be read. */
  isLoading?: boolean
  loadError?: Error | null
  onRetry?: () => void
  children: ReactNode
}

/** One thing beside its list: small enough that it needs no page of its own. */
export function EditorPanel(props: EditorPanelProps) {
  const { title, save, failure, loadError, isLoading = false } = props
  const isReady = !isLoading && !loadError

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!save?.isDirty) return
    await save.onSave()
    showMistake(form)
  }

  return (
    <form className={classes.panel} aria-label={title} onSubmit={submit} noValidate>
      <div className={classes.header}>
        <Box flex={1} miw={0}>
          <Group gap="sm">
            <Title order={2} size="h3" className={classes.title}>
              {title}
            </Title>
            {props.badges}
          </Group>
          {props.summary !== undefined && (
            <Text size="xs" c="dimmed">
              {props.summary}
            </Text>
          )}
        </Box>
        <CloseButton aria-label="Cerrar" onClick={props.onClose} />
      </div>
      <div className={classes.content}>
        <Stack gap="lg">
          {failure && (
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertTriangle aria-hidden />}
              title="No se pudo guardar"
            >
              {failure}
            </Alert>
          )}
          {loadError && <LoadError error={loadError} onRetry={() => props.onRetry?.()} />}
          {isLoading && !loadError && <LoadingFields />}
          {isReady && props.children}
        </Stack>
      </div>
      {save && isReady && (
        <div className={classes.footer}>
          {props.actions}
          <Box flex={1} />
          {save.isDirty && (
            <Button variant="subtle" color="gray" onClick={save.onReset} disabled={save.isSaving}>
              Descartar
            </Button>
          )}
          <Button type="submit" disabled={!save.isDirty} loading={save.isSaving}>
            {save.label}
          </Button>
        </div>
      )}
      {props.footer !== undefined && isReady && <div className={classes.footer}>{props.footer}</div>}
    </form>
  )
}

function LoadingFields() {
  return (
    <Stack gap="md" role="status" aria-label="Cargando...">
      {[0, 1, 2, 3].map((field) => (
        <Box key={field}>
          <Skeleton height={12} width={96} mb={8} />
          <Skeleton height={36} />
        </Box>
      ))}
    </Stack>
  )
}
