import { CopyButton, useReturnFocus } from '@div/ui'
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './emitted-secret-dialog.module.css'

interface EmittedSecretDialogProps {
  title: string
  secret: string
  /** What is copied, as a pronoun. */
  pronoun: 'lo' | 'la'
  /** How it is sent. */
  usage: ReactNode
  /** What else whoever has it now wants to copy. */
  children?: ReactNode
  onClose: () => void
}

/** The only time that a token or a key is shown. It goes away by its button alone: nothing that is pressed by mistake loses it. */
export function EmittedSecretDialog(props: EmittedSecretDialogProps) {
  const { title, secret, pronoun, usage, children, onClose } = props
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="lg">
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {pronoun === 'la' ? 'Cópiela' : 'Cópielo'} ahora: no se vuelve a mostrar. DIV solo guarda su huella.
        </Alert>
        <Group gap="sm" wrap="nowrap" align="stretch">
          <Code className={classes.secret} data-secret>
            {secret}
          </Code>
          <CopyButton value={secret} data-autofocus />
        </Group>
        <Text size="sm" c="dimmed">
          {usage}
        </Text>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Ya lo guardé
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
