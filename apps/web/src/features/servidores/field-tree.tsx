import type { Parametro } from '@div/contract'
import { Table, Text } from '@mantine/core'
import { TIPO_DATO_LABELS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import { flattenFields } from './flatten-fields.ts'

const INDENT_PX = 16

/** What an operation takes or answers, with what is inside of it. */
export function FieldTree({ title, fields }: { title: string; fields: readonly Parametro[] }) {
  return (
    <Table.ScrollContainer minWidth={360}>
      <Table verticalSpacing={6} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{title}</Table.Th>
            <Table.Th>Tipo</Table.Th>
            <Table.Th>Obligatorio</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {flattenFields(fields).map(({ path, nombre, level, tipo, elemento, requerido, descripcion }) => (
            <Table.Tr key={path}>
              <Table.Td
                style={{ paddingInlineStart: `calc(var(--mantine-spacing-xs) + ${level * INDENT_PX}px)` }}
              >
                <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {nombre}
                </Text>
                {descripcion !== undefined && (
                  <Text size="xs" c="dimmed">
                    {descripcion}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {TIPO_DATO_LABELS[tipo]}
                {elemento && ` de ${TIPO_DATO_LABELS[elemento].toLowerCase()}`}
              </Table.Td>
              <Table.Td>{requerido ? 'Sí' : ''}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
