import type { Ejecucion, Flujo } from '@div/contract'
import { describeMs, ErrorState, TextDiff } from '@div/ui'
import { Anchor, Group, Paper, Skeleton, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { EstadoBadge, EstadoIcon } from '../../shared/trace/estados.tsx'
import { SinDatos } from '../../shared/trace/sin-datos.tsx'
import { type ComparedNodo, compareRuns, describeAbsence, textOf } from './compare-runs.ts'
import { useEjecucion, useFlujoDeEjecucion } from './ejecuciones-api.ts'

/** Two runs beside each other: what each node did, and what it did otherwise. */
export default function CompararPage() {
  const [params] = useSearchParams()
  const before = useEjecucion(params.get('a') ?? '')
  const after = useEjecucion(params.get('b') ?? '')
  const failed = [before, after].find(({ error }) => error !== null)
  return (
    <Stack gap="lg">
      <div>
        <Anchor component={Link} to="/ejecuciones" size="sm" c="dimmed">
          <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> Ejecuciones
        </Anchor>
        <Title order={1} size="h2">
          Comparar ejecuciones
        </Title>
      </div>
      {failed?.error && <ErrorState message={failed.error.message} onRetry={() => void failed.refetch()} />}
      {!failed && (!before.data || !after.data) && (
        <Skeleton height={320} role="status" aria-label="Cargando..." />
      )}
      {before.data && after.data && <Compared before={before.data} after={after.data} />}
    </Stack>
  )
}

interface Both {
  before: Ejecucion
  after: Ejecucion
}

function Compared({ before, after }: Both) {
  const rows = useMemo(() => compareRuns(before, after), [before, after])
  const { flujo: first } = useFlujoDeEjecucion(before)
  const { flujo: second } = useFlujoDeEjecucion(after)
  // A node that both have is called as it is in the second.
  const nombres = new Map(
    [...(first?.nodos ?? []), ...(second?.nodos ?? [])].map(({ id, nombre }) => [id, nombre]),
  )
  const known = { before: listIds(first), after: listIds(second) }
  if (before.sinDatos || after.sinDatos) return <SinDatos />
  return (
    <Paper p="lg" style={{ overflowX: 'auto' }}>
      <Table aria-label="Nodos de las dos ejecuciones" verticalSpacing="xs" miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Nodo</Table.Th>
            <Table.Th>
              <RunHead which="Primera" ejecucion={before} />
            </Table.Th>
            <Table.Th>
              <RunHead which="Segunda" ejecucion={after} />
            </Table.Th>
            <Table.Th>Datos</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <NodoRows
              key={row.nodo}
              row={row}
              nombre={nombres.get(row.nodo) ?? row.nodo}
              runs={{ before, after }}
              known={known}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

/** Undefined: its drawing is not there. */
function listIds(flujo: Flujo | undefined): ReadonlySet<string> | undefined {
  return flujo && new Set(flujo.nodos.map(({ id }) => id))
}

function RunHead({
  which,
  ejecucion: { id, proceso, estado, inicio, duracionMs, version },
}: {
  which: 'Primera' | 'Segunda'
  ejecucion: Ejecucion
}) {
  return (
    <Stack gap={2} align="flex-start">
      <Group gap="xs" wrap="nowrap">
        <Anchor component={Link} to={`/ejecuciones/${id}`} size="sm" fw={600}>
          {proceso ?? 'Ejecución'}
        </Anchor>
        <EstadoBadge estado={estado} />
      </Group>
      <Text size="xs" c="dimmed" fw={400}>
        {which} · {version === null ? 'Borrador' : `Versión ${version}`} · <TimeAgo at={inicio} />
        {duracionMs !== null && ` · ${describeMs(duracionMs)}`}
      </Text>
    </Stack>
  )
}

interface NodoRowsProps {
  row: ComparedNodo
  nombre: string
  runs: Both
  /** The nodes of the drawing of each. */
  known: { before: ReadonlySet<string> | undefined; after: ReadonlySet<string> | undefined }
}

function NodoRows({ row, nombre, runs, known }: NodoRowsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { changed } = row
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <Table.Tr>
        <Table.Td>{nombre}</Table.Td>
        <Table.Td>
          <Outcome side={row.before} absence={describeAbsence('primera', row.nodo, known.before)} />
        </Table.Td>
        <Table.Td>
          <Outcome side={row.after} absence={describeAbsence('segunda', row.nodo, known.after)} />
        </Table.Td>
        <Table.Td>
          {changed.length === 0 ? (
            <Text size="sm" c="dimmed">
              Iguales
            </Text>
          ) : (
            <UnstyledButton
              fz="sm"
              style={{ whiteSpace: 'nowrap' }}
              aria-expanded={isOpen}
              aria-label={`Datos distintos de ${nombre}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Chevron size={14} aria-hidden style={{ verticalAlign: -2 }} /> Distintos
            </UnstyledButton>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            <Stack gap="sm">
              {changed.map((field) => (
                <div key={field}>
                  <Text size="sm" fw={500} mb={4}>
                    {field === 'entrada' ? 'Entrada' : 'Salida'}
                  </Text>
                  <TextDiff
                    label={`${field === 'entrada' ? 'Entrada' : 'Salida'} de ${nombre}`}
                    before={textOf(runs.before, row.nodo, field)}
                    after={textOf(runs.after, row.nodo, field)}
                  />
                </div>
              ))}
            </Stack>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

function Outcome({ side, absence }: { side: ComparedNodo['before']; absence: string }) {
  if (side === null || side.estado === 'omitido')
    return (
      <Text size="sm" c="dimmed">
        {side === null ? absence : 'Omitido'}
      </Text>
    )
  return (
    <Group gap={6} wrap="nowrap">
      <EstadoIcon estado={side.estado} />
      <Text size="sm">{describeMs(side.durationMs)}</Text>
    </Group>
  )
}
