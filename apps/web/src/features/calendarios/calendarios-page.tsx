import type { CalendarioResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Button } from '@mantine/core'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { CalendarioPanel } from './calendario-panel.tsx'
import { useCalendarios } from './calendarios-api.ts'

const COLUMNS: readonly ListColumn<CalendarioResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'festivos',
    title: 'Festivos',
    width: 104,
    from: 400,
    align: 'right',
    isEssential: true,
    render: ({ festivos }) => festivos.length.toLocaleString('es'),
  },
  {
    key: 'finDeSemana',
    title: 'Fin de semana',
    width: 136,
    from: 640,
    render: ({ finDeSemana }) => (finDeSemana ? 'Festivo' : '–'),
  },
  {
    key: 'usos',
    title: 'Tareas',
    width: 88,
    from: 520,
    align: 'right',
    render: ({ usos }) => usos.toLocaleString('es'),
  },
  {
    key: 'modificado',
    title: 'Modificado',
    orden: 'actualizadoEn',
    width: 144,
    from: 760,
    render: ({ actualizadoEn }) => <TimeAgo at={actualizadoEn} />,
  },
]

const NOUN = ['calendario', 'calendarios'] as const
const BACK = { to: '/tareas-programadas', label: 'Tareas programadas' }

export default function CalendariosPage() {
  const address = useListAddress({ q: '', orden: 'nombre' })
  const data = useCalendarios(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('calendarios.crear')
  const mayEdit = useCan('calendarios.editar')
  const marks = useMarks(mayEdit, { resource: 'calendarios', noun: NOUN, data, acciones: ['eliminar'] })
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={opened.openNew}>
      Crear calendario
    </Button>
  )
  return (
    <ListPage
      back={BACK}
      title="Calendarios"
      summary="Los días en que una tarea no se dispara, o espera al siguiente día hábil."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={create}
      empty={
        <EmptyState
          icon={IconCalendarOff}
          title="Todavía no hay calendarios"
          text="Pegue aquí los festivos de un país o de la empresa y elija el calendario en cada tarea que deba respetarlos."
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/tareas-programadas">tareas programadas</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={(opened.isNew || opened.id !== null) && <CalendarioPanel key={opened.id} opened={opened} />}
    />
  )
}
