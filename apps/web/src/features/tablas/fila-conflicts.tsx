import type { Columna } from '@div/contract'
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { showCell } from './cell-text.ts'
import { type GridEdits, settleConflict } from './grid-edits.ts'

interface FilaConflictsProps {
  edits: GridEdits
  columnas: readonly Columna[]
  onChange: (next: (edits: GridEdits) => GridEdits) => void
}

/** A row that two people changed at once: both versions side by side, one at a time. */
export function FilaConflicts({ edits, columnas, onChange }: FilaConflictsProps) {
  const conflicts = [...edits.rows].filter(([, { conflict }]) => conflict !== null)
  const [first] = conflicts
  const actual = first?.[1].conflict?.actual
  if (first === undefined || actual === undefined) return null
  const [key, { wanted }] = first
  const disputed = columnas.filter(
    ({ nombre, tipo }) => showCell(wanted?.[nombre], tipo) !== showCell(actual?.[nombre], tipo),
  )
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconGitMerge aria-hidden />}
      title={
        conflicts.length === 1
          ? 'Otra persona cambió una fila que usted también cambió'
          : `Otra persona cambió ${conflicts.length} filas que usted también cambió`
      }
    >
      <Table verticalSpacing={4} maw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Columna</Table.Th>
            <Table.Th>Su versión</Table.Th>
            <Table.Th>La de la otra persona</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {disputed.map(({ nombre, tipo }) => (
            <Table.Tr key={nombre}>
              <Table.Td>{nombre}</Table.Td>
              <Table.Td>{wanted === null ? '(eliminada)' : showCell(wanted[nombre], tipo)}</Table.Td>
              <Table.Td>{actual === null ? '(eliminada)' : showCell(actual[nombre], tipo)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="sm" mt="sm">
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange((current) => settleConflict(current, key, 'mine'))}
        >
          Dejar mi versión
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange((current) => settleConflict(current, key, 'theirs'))}
        >
          Dejar la de la otra persona
        </Button>
        {conflicts.length > 1 && <Text size="sm">Quedan {conflicts.length - 1} más.</Text>}
      </Group>
    </Alert>
  )
}
