import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

export interface ConfirmDialogProps {
  title: string
  /** What will happen, and what depends on it. */
  children: ReactNode
  /** The verb of the button. */
  confirm: string
  /** What the way out is called; where what is confirmed is a cancelling, «Cancelar» could be either. */
  dismiss?: 'Cancelar' | 'Volver'
  /** Of the dialog, when there is much to look at. */
  size?: 'md' | 'xl'
  isDangerous?: boolean
  /** What is asked turned out not to be possible: there is only the way back. */
  isImpossible?: boolean
  /** What is to be known before is not there yet. */
  isWaiting?: boolean
  /** Whatever it throws is shown in the dialog, which then stays. */
  onConfirm: () => Promise<unknown>
  /** Also after what was confirmed is done. */
  onClose: () => void
}

/** A decision that takes seconds. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirm,
    dismiss = 'Cancelar',
    isDangerous = false,
    isImpossible = false,
    isWaiting = false,
    size = 'md',
    onConfirm,
    onClose,
  } = props
  useReturnFocus()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const confirmRef = useRef<HTMLButtonElement>(null)
  // A button that is disabled takes no focus: it would stay behind the dialog. Who has gone elsewhere meanwhile is left there.
  useEffect(() => {
    if (!isWaiting && document.activeElement === cancelRef.current) confirmRef.current?.focus()
  }, [isWaiting])

  async function run(event: FormEvent) {
    event.preventDefault()
    // What opened the dialog may be a form, too.
    event.stopPropagation()
    if (isImpossible || isWaiting || isBusy) return
    setIsBusy(true)
    setError(null)
    try {
      await onConfirm()
      onClose()
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason))
      setIsBusy(false)
    }
  }

  return (
    <Modal
      opened
      size={size}
      // Where there is much to look at some of it comes later: the rest stays in its place.
      centered={size === 'md'}
      // What is under way says how it ended: here, if it failed.
      onClose={() => !isBusy && onClose()}
      title={title}
      closeButtonProps={{ 'aria-label': 'Cerrar', disabled: isBusy }}
    >
      <form onSubmit={run} noValidate>
        <Stack gap="lg">
          {children}
          {error !== null && (
            <Alert color="red" variant="light">
              {error}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button
              ref={cancelRef}
              variant="default"
              onClick={onClose}
              disabled={isBusy}
              data-autofocus={isWaiting || isImpossible || undefined}
            >
              {isImpossible ? 'Cerrar' : dismiss}
            </Button>
            {!isImpossible && (
              <Button
                ref={confirmRef}
                {...(isDangerous && { color: 'red' })}
                type="submit"
                loading={isBusy}
                disabled={isWaiting}
                data-autofocus={!isWaiting || undefined}
              >
                {confirm}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
