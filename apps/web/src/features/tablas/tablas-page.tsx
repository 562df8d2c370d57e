import type { TablaResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
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
import { useCan } from '../../shared/session.ts'
import { useTablas } from './tablas-api.ts'

const COLUMNS: readonly ListColumn<TablaResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <NameLink to={addressOf('tablas', id)}>{nombre}</NameLink>,
  },
  {
    key: 'filas',
    title: 'Filas',
    width: 104,
    align: 'right',
    from: 320,
    render: ({ filas }) => filas.toLocaleString('es'),
  },
  {
    key: 'columnas',
    title: 'Columnas',
    from: 560,
    isEssential: true,
    render: ({ columnas }) => {
      const names = columnas.map(({ nombre }) => nombre).join(', ')
      return (
        <Text size="sm" c="dimmed" truncate title={names}>
          {names}
        </Text>
      )
    },
  },
  usosColumn({ title: 'Usada por', from: 760 }),
  categoriaColumn({ width: 160, from: 900 }),
  modificadoColumn({ title: 'Modificada', from: 680 }),
  descripcionColumn({ from: 700 }),
]

const NOUN = ['tabla', 'tablas'] as const

export default function TablasPage() {
  const address = useListAddress({ q: '', categoriaId: '', orden: 'nombre' })
  const data = useTablas(useQueryOf(address.values))
  const navigate = useNavigate()
  const mayCreate = useCan('tablas.crear')
  const mayEdit = useCan('tablas.editar')
  const marks = useMarks(mayEdit, {
    resource: 'tablas',
    noun: NOUN,
    data,
    acciones: ['categoria', 'eliminar'],
  })
  const create = mayCreate && <CreateButton to="/tablas/config/new">Crear tabla</CreateButton>
  return (
    <ListPage
      title="Tablas"
      summary="Datos propios de DIV que los procesos consultan y escriben."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={create}
      filters={
        <CategoriaFilter
          value={address.values.categoriaId}
          onChange={(categoriaId) => address.set('categoriaId', categoriaId)}
        />
      }
      empty={
        <EmptyState
          icon={IconTable}
          title="Todavía no hay tablas"
          text='Guarde aquí equivalencias, listas de precios o códigos. Se editan como una hoja de cálculo y las fórmulas las leen con BUSCAR("tabla"; clave; "columna").'
          action={
            <>
              {create}
              <GuiaLink to="/documentacion-transformaciones">transformaciones y fórmulas</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      onOpen={({ id }) => navigate(`/tablas/${id}`)}
    />
  )
}
