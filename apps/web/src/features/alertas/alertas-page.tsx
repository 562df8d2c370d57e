import type { AlertaResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Button, SegmentedControl, Text } from '@mantine/core'
import { IconBellRinging, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { type Opened, useOpened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { AlertaPanel } from './alerta-panel.tsx'
import { AlertaState } from './alerta-state.tsx'
import { useAlertas, useVigilancia } from './alertas-api.ts'
import { TIPO_LABELS, TIPOS } from './condiciones.ts'
import { IncidenciasSection } from './incidencias-section.tsx'

const COLUMNS: readonly ListColumn<AlertaResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 168,
    from: 320,
    isEssential: true,
    render: (alerta) => <AlertaState alerta={alerta} />,
  },
  {
    key: 'tipo',
    title: 'Qué vigila',
    width: 216,
    from: 620,
    render: ({ condicion }) => TIPO_LABELS[condicion.tipo],
  },
  {
    key: 'desde',
    title: 'Desde',
    width: 128,
    from: 480,
    render: ({ desde }) => (desde === null ? '–' : <TimeAgo at={desde} />),
  },
  {
    key: 'mensaje',
    title: 'Qué pasa',
    from: 900,
    width: '34%',
    render: ({ mensaje }) => (
      <Text size="sm" c="dimmed" truncate title={mensaje ?? undefined}>
        {mensaje}
      </Text>
    ),
  },
]

const NOUN = ['alerta', 'alertas'] as const
const SUMMARY = 'Reglas que vigilan el producto y a quién avisan.'
const REGLAS = 'reglas'
const HISTORIAL = 'historial'
const VISTAS = [
  { value: REGLAS, label: 'Reglas' },
  { value: HISTORIAL, label: 'Historial' },
]

export default function AlertasPage() {
  const [params, setParams] = useSearchParams()
  const vista = params.get('vista') ?? REGLAS
  const opened = useOpened()
  const aside = (opened.isNew || opened.id !== null) && <AlertaPanel key={opened.id} opened={opened} />
  const vistas = (
    <>
      <Vigiladas />
      <SegmentedControl
        aria-label="Qué se mira"
        data={VISTAS}
        value={vista}
        onChange={(next) => setParams(next === REGLAS ? {} : { vista: next })}
      />
    </>
  )
  if (vista !== HISTORIAL) return <Reglas vistas={vistas} opened={opened} aside={aside} />
  return (
    <AsidePage title="Alertas" summary={SUMMARY} actions={vistas} aside={aside}>
      <IncidenciasSection alertaId={null} />
    </AsidePage>
  )
}

/** What no rule tells of: that nobody looks at them. */
function Vigiladas() {
  const { data } = useVigilancia()
  if (!data) return null
  return (
    <Text size="sm" c="dimmed">
      {data.ultima === null ? (
        'Todavía no se han comprobado'
      ) : (
        <>
          Comprobadas <TimeAgo at={data.ultima} />
        </>
      )}
    </Text>
  )
}

function Reglas({ vistas, opened, aside }: { vistas: ReactNode; opened: Opened; aside: ReactNode }) {
  const address = useListAddress({ q: '', tipo: '', activo: '', orden: 'nombre' })
  const data = useAlertas(useQueryOf(address.values))
  const mayCreate = useCan('alertas.crear')
  const mayEdit = useCan('alertas.editar')
  const marks = useMarks(mayEdit, {
    resource: 'alertas',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'eliminar'],
  })
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={opened.openNew}>
      Crear alerta
    </Button>
  )
  return (
    <ListPage
      title="Alertas"
      summary={SUMMARY}
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={
        <>
          {vistas}
          {create}
        </>
      }
      filters={
        <FilterSelect
          label="Qué vigila"
          width={216}
          data={TIPOS}
          value={address.values.tipo}
          onChange={(tipo) => address.set('tipo', tipo)}
        />
      }
      empty={
        <EmptyState
          icon={IconBellRinging}
          title="Todavía no hay alertas"
          text="Una alerta vigila fallos, errores, latencia, la cola, los servidores o las tareas, y avisa por correo, por un webhook o en la campana: cuando empieza y cuando se recupera."
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/alertas">alertas</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={aside}
    />
  )
}
