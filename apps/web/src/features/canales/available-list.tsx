import type { ProcesoResumen } from '@div/contract'
import { ErrorState, type ListColumn, ListTable } from '@div/ui'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { SearchInput } from '../../shared/list/search-input.tsx'
import { useQueryOf } from '../../shared/list/use-list-address.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'
import type { AsignacionRow } from './asignacion-rows.ts'
import classes from './available-list.module.css'

interface AvailableListProps {
  /** What is assigned already. */
  rows: readonly AsignacionRow[]
  onAssign: (proceso: ProcesoResumen) => void
}

const ALL_COLUMNS = new Set(['proceso', 'asignar'])

/** The processes that there are, however many, to be found and assigned. One can stand in a canal more than once. */
export function AvailableList({ rows, onAssign }: AvailableListProps) {
  const [q, setQ] = useState('')
  const [orden, setOrden] = useState('nombre')
  const data = usePagedList<ProcesoResumen>('procesos', useQueryOf({ q, orden }))
  const columns = useMemo(() => describeColumns(rows, onAssign), [rows, onAssign])
  return (
    <Stack gap="sm" component="section" aria-label="Procesos disponibles" className={classes.list}>
      <Title order={2} size="h4">
        Disponibles{' '}
        {data.total !== null && (
          <Text span size="sm" c="dimmed">
            {data.total.toLocaleString('es')}
          </Text>
        )}
      </Title>
      <SearchInput value={q} onChange={setQ} label="Buscar entre los disponibles" />
      {data.error !== null && <ErrorState message={data.error.message} onRetry={data.retry} />}
      {data.total === 0 ? (
        <Text size="sm" c="dimmed">
          {q === '' ? 'Todavía no hay procesos: cree uno y publíquelo.' : 'Ningún proceso se llama así.'}
        </Text>
      ) : (
        <ListTable
          label="Procesos disponibles"
          columns={columns}
          chosen={ALL_COLUMNS}
          total={data.total}
          rowAt={data.rowAt}
          onRange={data.onRange}
          orden={orden}
          onOrden={setOrden}
        />
      )}
    </Stack>
  )
}

function describeColumns(
  rows: readonly AsignacionRow[],
  onAssign: (proceso: ProcesoResumen) => void,
): readonly ListColumn<ProcesoResumen>[] {
  const count = (id: string) => rows.filter(({ procesoId }) => procesoId === id).length
  return [
    {
      key: 'proceso',
      title: 'Proceso',
      orden: 'nombre',
      render: ({ id, nombre, versionPublicada }) => (
        <span title={nombre}>
          {nombre}{' '}
          <Text span size="xs" c="dimmed">
            {versionPublicada === null ? 'sin publicar' : `v${versionPublicada}`}
            {count(id) > 0 && ` · asignado${count(id) > 1 ? ` ${count(id)} veces` : ''}`}
          </Text>
        </span>
      ),
    },
    {
      key: 'asignar',
      title: 'Acción',
      width: 112,
      align: 'right',
      render: (proceso) => (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Asignar ${proceso.nombre}`}
          disabled={proceso.versionPublicada === null}
          {...(proceso.versionPublicada === null && { title: 'Publíquelo primero.' })}
          onClick={() => onAssign(proceso)}
        >
          Asignar
        </Button>
      ),
    },
  ]
}
