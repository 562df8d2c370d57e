import type { Disparo, TareaResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { describeCron } from '../../shared/cron/describe-cron.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { NameLink } from '../../shared/list/name-link.tsx'
import { categoriaColumn, modificadoColumn } from '../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { EstadoBadge } from '../../shared/trace/estados.tsx'
import { DisparoBadge } from './disparo-badge.tsx'
import { EscuchaState } from './escucha-state.tsx'
import { TareaMenu } from './tarea-menu.tsx'
import { TareaState } from './tarea-state.tsx'
import { useTareas } from './tareas-api.ts'

const COLUMNS: readonly ListColumn<TareaResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <NameLink to={addressOf('tareas-programadas', id)}>{nombre}</NameLink>,
  },
  {
    key: 'proceso',
    title: 'Proceso',
    from: 520,
    isEssential: true,
    render: ({ proceso, versionPublicada }) => (
      <Group gap={6} wrap="nowrap">
        <Text size="sm" truncate title={proceso}>
          {proceso}
        </Text>
        {versionPublicada === null && (
          <Badge color="yellow" flex="none">
            Sin publicar
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: 'horario',
    title: 'Cuándo',
    width: '24%',
    from: 680,
    isEssential: true,
    render: ({ cron, evento, servidor }) => (
      <Text size="sm" truncate title={cron}>
        {evento ? `Con cada evento de ${servidor}` : (describeCron(cron) ?? cron)}
      </Text>
    ),
  },
  {
    key: 'zonaHoraria',
    title: 'Zona horaria',
    width: 168,
    from: 1280,
    render: ({ zonaHoraria, evento }) => (evento ? '–' : zonaHoraria),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 120,
    from: 420,
    isEssential: true,
    render: ({ activo, evento, escucha }) =>
      activo && evento ? <EscuchaState escucha={escucha} /> : <TareaState activo={activo} />,
  },
  {
    key: 'proxima',
    title: 'Próxima',
    width: 128,
    from: 1_000,
    render: ({ proximas: [proxima] }) => (proxima === undefined ? '–' : <TimeAgo at={proxima} />),
  },
  {
    key: 'ultima',
    title: 'Última',
    width: 184,
    from: 880,
    isEssential: true,
    isTitled: true,
    render: ({ ultimo }) => (ultimo ? <Ultima disparo={ultimo} /> : '–'),
  },
  categoriaColumn({ width: 160, from: 1_200, isOptional: true }),
  modificadoColumn({ from: 960, isOptional: true }),
]

/** How its newest firing came out, and when it was due. */
function Ultima({ disparo: { estado, previsto, motivo, ejecucion } }: { disparo: Disparo }) {
  return (
    <Group gap={6} wrap="nowrap" fz="sm" title={ejecucion?.errorMensaje ?? motivo ?? undefined}>
      {ejecucion ? <EstadoBadge estado={ejecucion.estado} /> : <DisparoBadge estado={estado} />}
      <TimeAgo at={previsto} />
    </Group>
  )
}

const NOUN = ['tarea', 'tareas'] as const

export default function TareasProgramadasPage() {
  const address = useListAddress({ q: '', categoriaId: '', activo: '', orden: 'nombre' })
  const data = useTareas(useQueryOf(address.values))
  const navigate = useNavigate()
  const mayCreate = useCan('tareas-programadas.crear')
  const mayEdit = useCan('tareas-programadas.editar')
  const marks = useMarks(mayEdit, {
    resource: 'tareas-programadas',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'categoria', 'eliminar'],
  })
  const calendarios = (
    <Button component={Link} to="/calendarios" variant="default">
      Calendarios
    </Button>
  )
  const create = mayCreate && <CreateButton to="/tareas-programadas/new">Crear tarea</CreateButton>
  return (
    <ListPage
      title="Tareas programadas"
      summary="Procesos que DIV ejecuta a sus horas o con cada evento."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={
        <>
          {calendarios}
          {create}
        </>
      }
      filters={
        <>
          <CategoriaFilter
            value={address.values.categoriaId}
            onChange={(categoriaId) => address.set('categoriaId', categoriaId)}
          />
          <FilterSelect
            label="Estado"
            data={[
              { value: 'true', label: 'Activa' },
              { value: 'false', label: 'Inactiva' },
            ]}
            value={address.values.activo}
            onChange={(activo) => address.set('activo', activo)}
          />
        </>
      }
      empty={
        <EmptyState
          icon={IconCalendarTime}
          title="Todavía no hay tareas"
          text="Una tarea dice qué proceso, cuándo y con qué datos: un cierre cada noche, un pedido con cada mensaje de una cola."
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/tareas-programadas">tareas programadas</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      rowActions={(tarea) => <TareaMenu tarea={tarea} />}
      onOpen={({ id }) => navigate(`/tareas-programadas/${id}`)}
    />
  )
}
