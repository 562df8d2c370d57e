import type { TablaResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Button, Text } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { CategoriaLabel } from '../../shared/categorias/categoria-label.tsx'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { TablaLink } from './tabla-link.tsx'
import { useTablas } from './tablas-api.ts'

const COLUMNS: readonly ListColumn<TablaResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: (tabla) => <TablaLink tabla={tabla} />,
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
  {
    key: 'usos',
    title: 'Usada por',
    width: 104,
    align: 'right',
    from: 760,
    render: ({ usos }) => (usos === 0 ? '–' : usos.toLocaleString('es')),
  },
  {
    key: 'categoria',
    title: 'Categoría',
    width: 160,
    from: 900,
    render: ({ categoriaId }) => <CategoriaLabel id={categoriaId} />,
  },
  {
    key: 'modificado',
    title: 'Modificada',
    orden: 'actualizadoEn',
    width: 144,
    from: 680,
    render: ({ actualizadoEn }) => <TimeAgo at={actualizadoEn} />,
  },
  {
    key: 'descripcion',
    title: 'Descripción',
    isOptional: true,
    from: 700,
    render: ({ descripcion }) => descripcion,
  },
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
  const create = mayCreate && (
    <Button component={Link} to="/tablas/config/new" leftSection={<IconPlus size={16} aria-hidden />}>
      Crear tabla
    </Button>
  )
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
          action={create}
        />
      }
      {...marks}
      onOpen={({ id }) => navigate(`/tablas/${id}`)}
    />
  )
}
