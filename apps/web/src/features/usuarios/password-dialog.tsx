import { CopyValue, useReturnFocus } from '@div/ui'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

export interface ShownPassword {
  username: string
  password: string
}

/** A password that only this moment knows. */
export function PasswordDialog({
  shown: { username, password },
  onClose,
}: {
  shown: ShownPassword
  onClose: () => void
}) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title="Contraseña temporal"
      // It goes away by its button alone: nothing that is pressed by mistake loses it.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="lg">
        <Text size="sm">
          Entréguesela a <b>{username}</b> por un medio seguro. Sirve para entrar una vez: entonces se le
          pedirá que elija la suya.
        </Text>
        <CopyValue value={password} noun="la contraseña" />
        <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
          Se muestra solo ahora. Si se pierde, restablezca otra vez la contraseña.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>Ya la guardé</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
