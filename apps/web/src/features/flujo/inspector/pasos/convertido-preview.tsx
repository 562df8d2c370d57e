import { isPlainObject } from '@div/contract'
import type { Computed } from '@div/nodos/muestras'
import { Code, ScrollArea, Table } from '@mantine/core'
import { showMuestra } from '../mapeo/show-muestra.ts'

const ROWS = 3
const COLUMNS = 8
const TEXT = 400

/** What a conversion makes of the sample: its first records as a table, or how the text begins. */
export function ConvertidoPreview({ computed }: { computed: Computed | undefined }) {
  if (computed?.clase !== 'valor') return null
  const { valor } = computed
  if (typeof valor === 'string' && valor !== '')
    return (
      <Code block fz="xs" mt={4} aria-label="Así empieza">
        {valor.slice(0, TEXT)}
      </Code>
    )
  const records = Array.isArray(valor) ? valor.slice(0, ROWS).filter(isPlainObject) : []
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, COLUMNS)
  if (names.length === 0) return null
  return (
    <ScrollArea mt={4}>
      <Table fz="xs" withTableBorder aria-label="Primeros registros">
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the first records of a sample have nothing else to be told by.
            <Table.Tr key={at}>
              {names.map((name) => (
                <Table.Td key={name}>{record[name] === null ? 'nulo' : showMuestra(record[name])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
