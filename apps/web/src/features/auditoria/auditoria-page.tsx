import type { EntradaDeAuditoria } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useAuditoria } from './auditoria-api.ts'
import {
  ACCION_OPTIONS,
  describeAccion,
  describeRecurso,
  nombreOf,
  RECURSO_OPTIONS,
} from './describe-accion.ts'
import { EntradaPanel } from './entrada-panel.tsx'
import { VerifyButton } from './verify-button.tsx'

const COLUMNS: readonly ListColumn<EntradaDeAuditoria>[] = [
  {
    key: 'accion',
    title: 'Qué',
    render: ({ id, accion, recurso }) => (
      <RowLink id={id}>{`${describeAccion(accion)} · ${describeRecurso(recurso)}`}</RowLink>
    ),
  },
  {
    key: 'nombre',
    title: 'Nombre',
    from: 480,
    isEssential: true,
    render: (entrada) => (
      <Text size="sm" truncate title={nombreOf(entrada)}>
        {nombreOf(entrada)}
      </Text>
    ),
  },
  {
    key: 'usuario',
    title: 'Quién',
    width: 160,
    from: 480,
    isEssential: true,
    render: ({ usuario }) => usuario,
  },
  {
    key: 'momento',
    title: 'Cuándo',
    width: 168,
    from: 560,
    isEssential: true,
    render: ({ momento }) => <TimeAgo at={momento} />,
  },
]

export default function AuditoriaPage() {
  const address = useListAddress({ q: '', accion: '', recurso: '', orden: '' })
  const data = useAuditoria(useQueryOf(address.values))
  const opened = useOpened()
  return (
    <ListPage
      title="Auditoría"
      summary="Quién cambió qué, y qué secretos se usaron. Solo se añade: nada se borra ni se corrige."
      noun={['entrada', 'entradas']}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={<VerifyButton />}
      filters={
        <Group gap="sm">
          <FilterSelect
            label="Acción"
            width={180}
            searchable
            data={ACCION_OPTIONS}
            value={address.values.accion}
            onChange={(accion) => address.set('accion', accion)}
          />
          <FilterSelect
            label="Recurso"
            width={180}
            searchable
            data={RECURSO_OPTIONS}
            value={address.values.recurso}
            onChange={(recurso) => address.set('recurso', recurso)}
          />
        </Group>
      }
      empty={
        <EmptyState
          icon={IconHistory}
          title="Todavía no hay nada escrito"
          text="Cada cambio y cada uso de un secreto queda aquí con su autor."
          action={<GuiaLink to="/documentacion/seguridad">seguridad</GuiaLink>}
        />
      }
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={opened.id !== null && <EntradaPanel entrada={findRow(data, opened.id)} onClose={opened.close} />}
    />
  )
}

/** Undefined of an entry that is not among those that were read. */
function findRow(
  { total, rowAt }: ReturnType<typeof useAuditoria>,
  id: string,
): EntradaDeAuditoria | undefined {
  for (let index = 0; index < (total ?? 0); index++) if (rowAt(index)?.id === id) return rowAt(index)
  return undefined
}
