import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconQuestionMark, IconX } from '@tabler/icons-react'
import { TOAST_MS, type ToastType } from './toast-duration.ts'

const ICONS = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle }
const COLORS = { success: 'green', error: 'red', warning: 'yellow', info: 'blue' }

interface ToastAction {
  label: string
  onClick: () => void
}

interface ToastOptions {
  durationMs?: number
  actions?: readonly ToastAction[]
}

interface ConfirmToast {
  title: string
  message?: string
  onConfirm: () => void
  onCancel?: () => void
}

/** Toasts: what happened, in passing. Each answers its id. */
export const notify = {
  success: (title: string, message?: string, options?: ToastOptions) =>
    show('success', title, message, options),
  error: (title: string, message?: string, options?: ToastOptions) => show('error', title, message, options),
  warning: (title: string, message?: string, options?: ToastOptions) =>
    show('warning', title, message, options),
  info: (title: string, message?: string, options?: ToastOptions) => show('info', title, message, options),
  /** Asks, and waits as long as it takes. */
  confirm,
  close: (id: string) => notifications.hide(id),
}

function show(
  type: ToastType,
  title: string,
  message = '',
  { durationMs = TOAST_MS[type], actions = [] }: ToastOptions = {},
): string {
  const Icon = ICONS[type]
  const id = notifications.show({
    title,
    message: (
      <>
        {message}
        <ToastActions actions={actions} onDone={() => notifications.hide(id)} />
      </>
    ),
    color: COLORS[type],
    icon: <Icon size={18} aria-hidden />,
    autoClose: durationMs,
    withBorder: true,
    // What failed interrupts whoever listens; the rest waits for a pause.
    role: type === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Cerrar' },
  })
  return id
}

function ToastActions({ actions, onDone }: { actions: readonly ToastAction[]; onDone: () => void }) {
  if (actions.length === 0) return null
  return (
    <Group gap="sm" mt="sm">
      {actions.map(({ label, onClick }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          onClick={() => {
            onClick()
            onDone()
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

function confirm({ title, message, onConfirm, onCancel }: ConfirmToast): string {
  const answer = (then?: () => void) => () => {
    notifications.hide(id)
    then?.()
  }
  const id = notifications.show({
    title,
    message: (
      <>
        {message && <Text size="sm">{message}</Text>}
        <Group gap="sm" mt="sm">
          <Button size="compact-sm" onClick={answer(onConfirm)}>
            Confirmar
          </Button>
          <Button size="compact-sm" variant="default" onClick={answer(onCancel)}>
            Cancelar
          </Button>
        </Group>
      </>
    ),
    color: 'teal',
    icon: <IconQuestionMark size={18} aria-hidden />,
    autoClose: false,
    withBorder: true,
    withCloseButton: false,
    role: 'alertdialog',
    'aria-label': title,
  })
  return id
}
