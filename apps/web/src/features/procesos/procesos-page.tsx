import type { ProcesoResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Button, Group } from '@mantine/core'
import { IconArrowsExchange, IconSitemap, IconTemplate, IconUpload } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { ActividadSparkline, ErrorRate, LastRun } from '../../shared/actividad/actividad-cells.tsx'
import { addressOf } from '../../shared/address-of.ts'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { NameLink } from '../../shared/list/name-link.tsx'
import { categoriaColumn, descripcionColumn, modificadoColumn } from '../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { CanalesLine } from './canales-line.tsx'
import { EstadoProcesoBadge } from './estado-badge.tsx'
import { ImportPanel } from './import-panel.tsx'
import { NewProcesoPanel } from './new-proceso-panel.tsx'
import { CARD_HEIGHT, ProcesoCard } from './proceso-card.tsx'
import { ESTADO_PROCESO_LABELS } from './proceso-estado.ts'
import { ProcesoMenu } from './proceso-menu.tsx'
import { useProcesos } from './procesos-api.ts'

/** In the address, in the place of an id. */
const IMPORT = 'importar'
const CARD_WIDTH = 320

const COLUMNS: readonly ListColumn<ProcesoResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <NameLink to={addressOf('procesos', id)}>{nombre}</NameLink>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 184,
    from: 420,
    isEssential: true,
    render: (proceso) => <EstadoProcesoBadge proceso={proceso} />,
  },
  {
    key: 'canales',
    title: 'Publicado en',
    from: 820,
    render: ({ canales }) => <CanalesLine canales={canales} />,
  },
  {
    key: 'actividad',
    title: '24 horas',
    width: 120,
    from: 640,
    render: ({ actividad }) => <ActividadSparkline actividad={actividad} />,
  },
  {
    key: 'errores',
    title: 'Errores',
    width: 88,
    align: 'right',
    from: 640,
    render: ({ actividad }) => <ErrorRate percent={actividad.porcentajeErrores} />,
  },
  {
    key: 'ultima',
    title: 'Última ejecución',
    width: 168,
    from: 960,
    isEssential: true,
    render: ({ actividad }) => <LastRun ultima={actividad.ultima} />,
  },
  categoriaColumn({ from: 1_360 }),
  {
    key: 'nodos',
    title: 'Nodos',
    width: 80,
    align: 'right',
    isOptional: true,
    render: ({ nodos }) => nodos.toLocaleString('es'),
  },
  descripcionColumn(),
  modificadoColumn({ width: 136, from: 1_200 }),
]

const NOUN = ['proceso', 'procesos'] as const

export default function ProcesosPage() {
  const address = useListAddress({ q: '', categoriaId: '', estado: '', orden: 'nombre' })
  const data = useProcesos(useQueryOf(address.values))
  const opened = useOpened()
  const navigate = useNavigate()
  const mayCreate = useCan('procesos.crear')
  const mayEdit = useCan('procesos.editar')
  const marks = useMarks(mayEdit, {
    resource: 'procesos',
    noun: NOUN,
    data,
    acciones: ['categoria', 'eliminar'],
  })
  const entornos = (
    <Button
      variant="default"
      component={Link}
      to="/entornos"
      leftSection={<IconArrowsExchange size={16} aria-hidden />}
    >
      Entornos
    </Button>
  )
  const buttons = mayCreate && (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => opened.open(IMPORT)}
      >
        Importar
      </Button>
      <Button
        variant="default"
        component={Link}
        to="/procesos/plantillas"
        leftSection={<IconTemplate size={16} aria-hidden />}
      >
        Nuevo desde plantilla
      </Button>
      <CreateButton onClick={opened.openNew}>Crear proceso</CreateButton>
    </>
  )
  return (
    <ListPage
      title="Procesos"
      summary="Flujos de integración: lo que pasa cuando alguien llama a un canal o llega la hora de una tarea."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      cards={{
        height: CARD_HEIGHT,
        minWidth: CARD_WIDTH,
        render: (proceso) => <ProcesoCard proceso={proceso} selection={marks.selection} />,
      }}
      address={address}
      actions={
        <>
          {entornos}
          {buttons}
        </>
      }
      filters={
        <>
          <FilterSelect
            label="Estado"
            width={144}
            data={Object.entries(ESTADO_PROCESO_LABELS).map(([value, label]) => ({ value, label }))}
            value={address.values.estado}
            onChange={(estado) => address.set('estado', estado)}
          />
          <CategoriaFilter
            value={address.values.categoriaId}
            onChange={(categoriaId) => address.set('categoriaId', categoriaId)}
          />
        </>
      }
      empty={
        <EmptyState
          icon={IconSitemap}
          title="Todavía no hay procesos"
          text="Un proceso recibe datos, los busca o los cambia en sus servidores y responde. Cree uno, pruébelo con datos de verdad y publíquelo en un canal para que otros lo llamen."
          action={
            <>
              <Group gap="xs" justify="center">
                {buttons}
              </Group>
              <GuiaLink to="/documentacion/primer-canal">su primer canal en diez minutos</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      onOpen={({ id }) => navigate(`/procesos/${id}`)}
      rowActions={(proceso) => <ProcesoMenu proceso={proceso} />}
      aside={
        mayCreate &&
        (opened.isNew ? (
          <NewProcesoPanel onClose={opened.close} />
        ) : (
          opened.id === IMPORT && <ImportPanel onClose={opened.close} />
        ))
      }
    />
  )
}
