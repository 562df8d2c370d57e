import { ScrollArea, Table, Text } from '@mantine/core'
import { sampleText } from '../../inspector/sample-value.ts'
import classes from './rows-table.module.css'

/** A longer value is cut in its cell, and whole where the pointer rests. */
const SHOWN = 120

interface RowsTableProps {
  label: string
  filas: readonly Readonly<Record<string, unknown>>[]
}

/** Rows as a database answers them. */
export function RowsTable({ label, filas }: RowsTableProps) {
  const columnas = [...new Set(filas.flatMap((fila) => Object.keys(fila)))]
  return (
    <ScrollArea.Autosize mah={280} className={classes.frame} type="auto">
      <Table aria-label={label} stickyHeader fz="xs" ff="monospace" verticalSpacing={4} withRowBorders>
        <Table.Thead>
          <Table.Tr>
            {columnas.map((columna) => (
              <Table.Th key={columna}>{columna}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {filas.map((fila, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer are known by their place alone
            <Table.Tr key={at}>
              {columnas.map((columna) => (
                <Cell key={columna} value={fila[columna]} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined)
    return (
      <Table.Td>
        <Text span size="xs" c="dimmed">
          nulo
        </Text>
      </Table.Td>
    )
  const text = sampleText(value)
  return (
    <Table.Td className={classes.cell} title={text.length > SHOWN ? text : undefined}>
      {text.slice(0, SHOWN)}
    </Table.Td>
  )
}
