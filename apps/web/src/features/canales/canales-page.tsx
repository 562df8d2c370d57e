import type { CanalResumen } from '@div/contract'
import { CopyIcon, EmptyState, type ListColumn } from '@div/ui'
import { Anchor, Badge, Group, Text } from '@mantine/core'
import { IconApi } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { ActividadSparkline, ErrorRate } from '../../shared/actividad/actividad-cells.tsx'
import { addressOf } from '../../shared/address-of.ts'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'
import { useCanalesBase } from '../../shared/canales/use-canales-base.ts'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { NameLink } from '../../shared/list/name-link.tsx'
import { categoriaColumn, modificadoColumn } from '../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useCan } from '../../shared/session.ts'
import { CanalMenu } from './canal-menu.tsx'
import { CanalSwitch } from './canal-switch.tsx'
import { ACCESO_LABELS, useCanales } from './canales-api.ts'

const ESTADOS = [
  { value: 'true', label: 'Activos' },
  { value: 'false', label: 'Inactivos' },
]

const NOUN = ['canal', 'canales'] as const

export default function CanalesPage() {
  const address = useListAddress({ q: '', tipo: '', categoriaId: '', activo: '', orden: 'nombre' })
  const data = useCanales(useQueryOf(address.values))
  const navigate = useNavigate()
  const mayCreate = useCan('canales.crear')
  const mayEdit = useCan('canales.editar')
  const marks = useMarks(mayEdit, {
    resource: 'canales',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'categoria', 'eliminar'],
  })
  const columns = useColumns(mayEdit)
  const { tipo, categoriaId, activo } = address.values
  const create = mayCreate && <CreateButton to="/canales/config/new">Crear canal</CreateButton>
  return (
    <ListPage
      title="Canales"
      summary="Direcciones en las que otros sistemas llaman a los procesos publicados."
      noun={NOUN}
      data={data}
      columns={columns}
      address={address}
      actions={create}
      filters={
        <>
          <FilterSelect
            label="Tipo"
            width={120}
            data={['REST', 'SOAP']}
            value={tipo}
            onChange={(value) => address.set('tipo', value)}
          />
          <CategoriaFilter value={categoriaId} onChange={(id) => address.set('categoriaId', id)} />
          <FilterSelect
            label="Estado"
            data={ESTADOS}
            value={activo}
            onChange={(value) => address.set('activo', value)}
          />
        </>
      }
      empty={
        <EmptyState
          icon={IconApi}
          title="Todavía no hay canales"
          text="Un canal da a los procesos publicados una dirección: quién puede llamar, cuánto y con qué método y ruta."
          action={
            <>
              {create}
              <GuiaLink to="/docs/canales">canales</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      {...(mayEdit && {
        onOpen: ({ id }: CanalResumen) => navigate(addressOf('canales', id)),
        rowActions: (canal: CanalResumen) => <CanalMenu canal={canal} />,
      })}
    />
  )
}

function useColumns(mayEdit: boolean) {
  const base = useCanalesBase()
  return useMemo<readonly ListColumn<CanalResumen>[]>(
    () => [
      {
        key: 'nombre',
        title: 'Nombre',
        orden: 'nombre',
        render: ({ id, nombre }) => <NameLink to={mayEdit && addressOf('canales', id)}>{nombre}</NameLink>,
      },
      {
        key: 'tipo',
        title: 'Tipo',
        width: 80,
        from: 560,
        render: ({ tipo }) => (
          <Badge size="sm" color="gray">
            {tipo}
          </Badge>
        ),
      },
      {
        key: 'direccion',
        title: 'Dirección',
        from: 720,
        isEssential: true,
        width: 232,
        render: (canal) => <AddressCell canal={canal} base={base} />,
      },
      {
        key: 'estado',
        title: 'Estado',
        width: 112,
        from: 480,
        isEssential: true,
        render: (canal) => <CanalSwitch canal={canal} />,
      },
      {
        key: 'procesos',
        title: 'Procesos',
        width: 112,
        from: 480,
        isEssential: true,
        render: ({ id, procesos }) => <ProcesosCell id={id} count={procesos} isLink={mayEdit} />,
      },
      {
        key: 'actividad',
        title: 'Últimas 24 h',
        width: 208,
        from: 640,
        render: ({ actividad }) => (
          <Group gap="sm" wrap="nowrap">
            <ActividadSparkline actividad={actividad} />
            {actividad.total > 0 && <ErrorRate percent={actividad.porcentajeErrores} isWorded />}
          </Group>
        ),
      },
      {
        key: 'acceso',
        title: 'Acceso',
        width: 136,
        from: 1_080,
        render: ({ acceso }) => ACCESO_LABELS[acceso.tipo],
      },
      categoriaColumn({ width: 136, from: 1_240 }),
      modificadoColumn({ from: 1_400 }),
    ],
    [base, mayEdit],
  )
}

/** What tells one address from another; all of it is copied. */
function AddressCell({ canal, base = '' }: { canal: CanalResumen; base: string | undefined }) {
  const address = addressOfCanal(base, canal)
  return (
    <Group gap={2} wrap="nowrap">
      <Text span size="sm" ff="monospace" fz={12} truncate title={address}>
        {addressOfCanal('', canal)}
      </Text>
      <CopyIcon value={address} noun={`la dirección de ${canal.nombre}`} />
    </Group>
  )
}

function ProcesosCell({ id, count, isLink }: { id: string; count: number; isLink: boolean }) {
  const words = count === 1 ? '1 proceso' : `${count.toLocaleString('es')} procesos`
  if (!isLink) return words
  return (
    <Anchor component={Link} to={`/canales/${id}/asignar-procesos`} size="sm">
      {count === 0 ? 'Asignar' : words}
    </Anchor>
  )
}
