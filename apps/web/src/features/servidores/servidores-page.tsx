import type { ServidorResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Group, Text } from '@mantine/core'
import { IconServer } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { NameLink } from '../../shared/list/name-link.tsx'
import {
  categoriaColumn,
  descripcionColumn,
  modificadoColumn,
  usosColumn,
} from '../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { PoolGauge } from '../../shared/servidores/pool-gauge.tsx'
import { TipoIcon } from '../../shared/servidores/tipo-icon.tsx'
import { useTipoLabel, useTiposServidor } from '../../shared/servidores/use-tipos-servidor.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { ServidorMenu } from './servidor-menu.tsx'
import { statusOf } from './servidor-status.ts'
import { queryOfEstado, useServidores } from './servidores-api.ts'
import { StatusText } from './status-text.tsx'

const ESTADOS = [
  { value: 'activo', label: 'Activos' },
  { value: 'inactivo', label: 'Inactivos' },
  { value: 'conFallos', label: 'Con fallos' },
  { value: 'sinProbar', label: 'Sin probar' },
]

const NOUN = ['servidor', 'servidores'] as const

export default function ServidoresPage() {
  const address = useListAddress({ q: '', tipoServidor: '', categoriaId: '', estado: '', orden: 'nombre' })
  const { estado, ...values } = address.values
  const data = useServidores(useQueryOf({ ...values, ...queryOfEstado(estado) }))
  const { data: tipos = [] } = useTiposServidor()
  const navigate = useNavigate()
  const mayCreate = useCan('servidores.crear')
  const mayEdit = useCan('servidores.editar')
  const marks = useMarks(mayEdit, {
    resource: 'servidores',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'categoria', 'eliminar'],
  })
  const columns = useColumns(mayEdit)
  const create = mayCreate && <CreateButton to="/servidores/config/new">Crear servidor</CreateButton>
  return (
    <ListPage
      title="Servidores"
      summary="Conexiones a bases de datos y servicios."
      noun={NOUN}
      data={data}
      columns={columns}
      address={address}
      actions={create}
      filters={
        <>
          <FilterSelect
            label="Tipo"
            width={180}
            searchable
            data={tipos.map(({ tipoServidor, label }) => ({ value: tipoServidor, label }))}
            value={values.tipoServidor}
            onChange={(tipo) => address.set('tipoServidor', tipo)}
          />
          <CategoriaFilter
            value={values.categoriaId}
            onChange={(categoriaId) => address.set('categoriaId', categoriaId)}
          />
          <FilterSelect
            label="Estado"
            data={ESTADOS}
            value={estado}
            onChange={(chosen) => address.set('estado', chosen)}
          />
        </>
      }
      empty={
        <EmptyState
          icon={IconServer}
          title="Todavía no hay servidores"
          text="Un servidor es una conexión a una base de datos o a un servicio. Se prueba aquí y después la usan los nodos de los procesos."
          action={
            <>
              {create}
              <GuiaLink to="/docs/consumo-servidores">consumo de servidores</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      {...(mayEdit && {
        onOpen: ({ id }: ServidorResumen) => navigate(addressOf('servidores', id)),
        rowActions: (servidor: ServidorResumen) => <ServidorMenu servidor={servidor} />,
      })}
    />
  )
}

function useColumns(mayEdit: boolean) {
  const labelOf = useTipoLabel()
  return useMemo<readonly ListColumn<ServidorResumen>[]>(
    () => [
      {
        key: 'nombre',
        title: 'Nombre',
        orden: 'nombre',
        render: (servidor) => (
          <Group gap={8} wrap="nowrap">
            <TipoIcon tipo={servidor.tipoServidor} label={labelOf(servidor.tipoServidor)} />
            <NameLink to={mayEdit && addressOf('servidores', servidor.id)}>{servidor.nombre}</NameLink>
          </Group>
        ),
      },
      {
        key: 'tipo',
        title: 'Tipo',
        width: 144,
        from: 760,
        isEssential: true,
        render: ({ tipoServidor }) => labelOf(tipoServidor),
      },
      {
        key: 'estado',
        title: 'Estado',
        width: 160,
        from: 480,
        isEssential: true,
        render: (servidor) => <StatusText status={statusOf(servidor)} />,
      },
      {
        key: 'conexiones',
        title: 'Conexiones',
        width: 144,
        from: 620,
        render: ({ conexiones }) =>
          conexiones === null ? (
            <Text span c="dimmed" aria-label="Nadie lo ha llamado desde que arrancó">
              –
            </Text>
          ) : (
            <PoolGauge conexiones={conexiones} />
          ),
      },
      usosColumn({ width: 96, from: 560 }),
      {
        key: 'prueba',
        title: 'Última prueba',
        width: 136,
        from: 1_040,
        render: ({ ultimaPrueba }) => (ultimaPrueba === null ? '–' : <TimeAgo at={ultimaPrueba.momento} />),
      },
      categoriaColumn({ from: 1_240 }),
      descripcionColumn({ from: 900 }),
      modificadoColumn({ width: 136, from: 1_400 }),
    ],
    [labelOf, mayEdit],
  )
}
