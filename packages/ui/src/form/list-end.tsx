import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

interface ListEndProps {
  /** One of what the list holds: `servidor`. */
  noun?: string
  /** What is wrong with the list as a whole. */
  error: string | undefined
  isReadOnly?: boolean | undefined
  onAdd: () => void
}

/** Below the rows of a field that holds several: what is wrong with them, and one more. */
export function ListEnd({ noun, error, isReadOnly, onAdd }: ListEndProps) {
  return (
    <>
      {error !== undefined && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
      {!isReadOnly && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
          >
            {noun === undefined ? 'Añadir' : `Añadir ${noun}`}
          </Button>
        </Group>
      )}
    </>
  )
}
