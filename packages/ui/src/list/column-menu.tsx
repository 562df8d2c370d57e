import { ActionIcon, Checkbox, Menu, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { ListColumn } from './list-column.ts'

interface ColumnMenuProps<Row> {
  columns: readonly ListColumn<Row>[]
  chosen: ReadonlySet<string>
  onChange: (chosen: string[]) => void
}

/** Which columns are shown; the first names the row and always is. */
export function ColumnMenu<Row>({ columns, chosen, onChange }: ColumnMenuProps<Row>) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label="Elegir columnas" size="lg">
          <IconColumns3 size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown p="md">
        <Checkbox.Group value={[...chosen]} onChange={onChange} label="Columnas">
          <Stack gap="sm" mt="sm">
            {columns.slice(1).map(({ key, title }) => (
              <Checkbox key={key} value={key} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Menu.Dropdown>
    </Menu>
  )
}
