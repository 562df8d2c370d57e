import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRowKeys } from '../use-row-keys.ts'

interface PasoRowsProps {
  rows: readonly unknown[]
  /** How many must stay. */
  least: number
  add: string
  /** Where they stand in the node. */
  campo: string
  name: string
  onAdd: () => void
  onRemove: (at: number) => void
  render: (at: number) => React.ReactNode
  isReadOnly: boolean
}

/** Rows within a step. */
export function PasoRows({
  rows,
  least,
  add,
  campo,
  name,
  onAdd,
  onRemove,
  render,
  isReadOnly,
}: PasoRowsProps) {
  const keyOf = useRowKeys(rows)
  return (
    <Stack gap={6} data-campo={campo}>
      {rows.map((_, at) => (
        <Group key={keyOf(at)} gap="xs" wrap="nowrap">
          {render(at)}
          {!isReadOnly && rows.length > least && (
            <ActionIcon
              size="sm"
              aria-label={`${name}: quitar la fila ${at + 1}`}
              onClick={() => onRemove(at)}
            >
              <IconTrash size={14} stroke={1.5} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <Group>
          <Button size="compact-xs" variant="default" onClick={onAdd}>
            {add}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
