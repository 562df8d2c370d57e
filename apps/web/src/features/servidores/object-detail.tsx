import type { ColumnaDeObjeto, ObjetoDeServidor } from '@div/contract'
import { CopyIcon, ErrorState } from '@div/ui'
import { Badge, Code, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { TIPO_DATO_LABELS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import { FieldTree } from './field-tree.tsx'
import { useObjeto } from './servidores-api.ts'

interface ObjectDetailProps {
  /** Of the servidor. */
  id: string
  objeto: ObjetoDeServidor
  /** With its schema. */
  nombre: string
}

/** The columns of a table, the parameters of a procedure. */
export function ObjectDetail({ id, objeto, nombre }: ObjectDetailProps) {
  const { tipoObjeto, clase, descripcion } = objeto
  const { data, error, refetch } = useObjeto(id, { nombre, tipoObjeto })
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm" wrap="nowrap">
          <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {nombre}
          </Title>
          <Badge color="gray" size="sm" style={{ flex: 'none' }}>
            {clase}
          </Badge>
          <CopyIcon value={nombre} noun="el nombre" />
        </Group>
        {descripcion !== undefined && (
          <Text size="sm" c="dimmed">
            {descripcion}
          </Text>
        )}
      </div>
      {error !== null && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={160} />}
      {data?.entrada && data.entrada.length > 0 && <FieldTree title="Toma" fields={data.entrada} />}
      {data?.salida && <FieldTree title="Contesta" fields={data.salida} />}
      {data && !data.entrada && data.parametros.length > 0 && (
        <FieldsTable title="Parámetros" fields={data.parametros} />
      )}
      {data && data.columnas.length > 0 && <FieldsTable title="Columnas" fields={data.columnas} />}
      {data && !data.salida && data.parametros.length + data.columnas.length === 0 && (
        <Text size="sm" c="dimmed">
          No tiene columnas ni parámetros.
        </Text>
      )}
    </Stack>
  )
}

function FieldsTable({ title, fields }: { title: string; fields: readonly ColumnaDeObjeto[] }) {
  const hasModo = fields.some(({ modo }) => modo !== undefined)
  const hasReferencia = fields.some(({ referencia }) => referencia !== undefined)
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing={6} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{title === 'Columnas' ? 'Columna' : 'Parámetro'}</Table.Th>
            {hasModo && <Table.Th>Modo</Table.Th>}
            <Table.Th>Tipo</Table.Th>
            <Table.Th>En el sistema</Table.Th>
            <Table.Th>Nulo</Table.Th>
            {hasReferencia && <Table.Th>Apunta a</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ nombre, modo, tipo, tipoNativo, nulo, clave, referencia, generada }) => (
            <Table.Tr key={nombre}>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  <Text span size="sm" fw={500}>
                    {nombre}
                  </Text>
                  {clave && <IconKey size={14} stroke={1.5} role="img" aria-label="Clave" />}
                  {generada && (
                    <Badge size="xs" color="gray">
                      generada
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              {hasModo && <Table.Td>{modo}</Table.Td>}
              <Table.Td>{TIPO_DATO_LABELS[tipo]}</Table.Td>
              <Table.Td>
                <Code>{tipoNativo}</Code>
              </Table.Td>
              <Table.Td>{nulo ? 'Sí' : 'No'}</Table.Td>
              {hasReferencia && (
                <Table.Td>{referencia ? `${referencia.objeto}.${referencia.columna}` : ''}</Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
