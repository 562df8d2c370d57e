import { Alert, List, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface Refused {
  id: string
  nombre: string
  mensaje: string
}

interface RefusedDialogProps {
  title: string
  /** What became of the others. */
  children?: ReactNode
  /** Those that could not be, each with its reason. None: the dialog is closed. */
  refused: readonly Refused[]
  /** Where they are to be found now. */
  kept: string
  onClose: () => void
}

/** After something was done with many rows: those that refused. */
export function RefusedDialog({ title, children, refused, kept, onClose }: RefusedDialogProps) {
  return (
    <Modal opened={refused.length > 0} onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <Alert color="red" variant="light">
          <List size="sm">
            {refused.map(({ id, nombre, mensaje }) => (
              <List.Item key={id}>
                <b>{nombre}</b>: {mensaje}
              </List.Item>
            ))}
          </List>
        </Alert>
        <Text size="sm" c="dimmed">
          {kept}
        </Text>
      </Stack>
    </Modal>
  )
}
