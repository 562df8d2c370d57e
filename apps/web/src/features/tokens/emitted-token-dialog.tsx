import type { TokenEmitido } from '@div/contract'
import { CopyButton, useReturnFocus } from '@div/ui'
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './emitted-token-dialog.module.css'

/** The only time that a token is shown. It goes away by its button alone: nothing that is pressed by mistake loses it. */
export function EmittedTokenDialog({ emitted, onClose }: { emitted: TokenEmitido; onClose: () => void }) {
  useReturnFocus()
  const { nombre, token } = emitted
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Token «${nombre}»`}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="lg">
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          Cópielo ahora: no se vuelve a mostrar. DIV solo guarda su huella.
        </Alert>
        <Group gap="sm" wrap="nowrap" align="stretch">
          <Code className={classes.token} data-token>
            {token}
          </Code>
          <CopyButton value={token} data-autofocus />
        </Group>
        <Text size="sm" c="dimmed">
          Se envía en cada llamada como <Code>Authorization: Bearer …</Code> o <Code>X-API-Key: …</Code>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Ya lo guardé
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
