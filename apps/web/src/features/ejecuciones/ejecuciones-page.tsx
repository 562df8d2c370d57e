import type { EjecucionResumen } from '@div/contract'
import { describeMs, EmptyState, type ListColumn } from '@div/ui'
import { Anchor, Button, Group, Switch, Text } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ExportButton } from '../../shared/export-button.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { EstadoBadge } from '../../shared/trace/estados.tsx'
import { ORIGEN_LABELS } from '../../shared/trace/origen-labels.ts'
import { type EjecucionAddress, EjecucionFilters, FILTERS, toQuery } from './ejecucion-filters.tsx'
import { useEjecuciones } from './ejecuciones-api.ts'
import { exportEjecuciones } from './export-ejecuciones.ts'
import { isUnheard } from './is-unheard.ts'
import { RepeatMany } from './repeat-many.tsx'
import { UnendedLinks } from './unended-links.tsx'
import { useMarkedRows } from './use-marked-rows.ts'

const COLUMNS: readonly ListColumn<EjecucionResumen>[] = [
  {
    key: 'proceso',
    title: 'Proceso',
    render: ({ id, proceso }) => (
      <Anchor component={Link} to={`/ejecuciones/${id}`} size="sm" fw={500} c="inherit" truncate>
        {proceso ?? 'Proceso eliminado'}
      </Anchor>
    ),
  },
  { key: 'estado', title: 'Estado', width: 124, render: ({ estado }) => <EstadoBadge estado={estado} /> },
  {
    key: 'error',
    title: 'Error',
    from: 760,
    width: '22%',
    render: ({ errorMensaje }) => (
      <Text size="sm" c="dimmed" truncate title={errorMensaje ?? undefined}>
        {errorMensaje}
      </Text>
    ),
  },
  {
    key: 'clave',
    title: 'Clave',
    width: 120,
    from: 1_100,
    render: ({ claveNegocio }) => claveNegocio,
  },
  {
    key: 'origen',
    title: 'Origen',
    width: 120,
    from: 900,
    render: ({ origen, canal }) => canal ?? ORIGEN_LABELS[origen],
  },
  {
    key: 'version',
    title: 'Versión',
    width: 88,
    isOptional: true,
    from: 1_000,
    align: 'right',
    render: ({ version }) => version ?? 'Borrador',
  },
  {
    key: 'duracion',
    title: 'Duración',
    width: 96,
    from: 480,
    isEssential: true,
    align: 'right',
    render: (row) => (row.duracionMs === null || isUnheard(row) ? '–' : describeMs(row.duracionMs)),
  },
  {
    key: 'inicio',
    title: 'Inicio',
    width: 144,
    from: 400,
    isEssential: true,
    render: ({ inicio }) => <TimeAgo at={inicio} />,
  },
  {
    key: 'nodoMotor',
    title: 'Motor',
    isOptional: true,
    width: 160,
    from: 900,
    render: ({ nodoMotor }) => nodoMotor,
  },
]

const SUMMARY = 'Lo que corrió, cómo salió y con qué datos.'
/** What heartbeats tell of. */
const SUMMARY_EN_CURSO =
  'Lo que corre desde hace más de un segundo: de cada proceso del motor, las 50 ejecuciones más antiguas.'
/** As the API looks for texts and keys among what has not ended. */
const SUMMARY_BUSCADAS =
  'De las que esperan se busca entre las 100.000 más recientes, o menos si sus datos son muy grandes.'

/** What is looked for in all states is also looked for among what has not ended. */
const SUMMARY_TODAS = `Lo que corrió, y lo que corre o espera. ${SUMMARY_BUSCADAS}`

function summaryOf({ estado, q, clave }: EjecucionAddress['values']): string {
  if (estado === 'ejecutando') return SUMMARY_EN_CURSO
  if (q + clave === '') return SUMMARY
  if (estado === '') return SUMMARY_TODAS
  return estado === 'en_cola' || estado === 'esperando' ? SUMMARY_BUSCADAS : SUMMARY
}

export default function EjecucionesPage() {
  const navigate = useNavigate()
  const address = useListAddress(FILTERS)
  const [isLive, setIsLive] = useState(true)
  const query = useQueryOf(toQuery(address.values))
  const data = useEjecuciones(query, { isLive })
  const { selection, rows: marked } = useMarkedRows(data)
  const mayRun = useCan('procesos.editar')
  return (
    <ListPage
      title="Ejecuciones"
      summary={
        <>
          {summaryOf(address.values)} {address.values.estado === '' && <UnendedLinks />}
        </>
      }
      noun={['ejecución', 'ejecuciones']}
      data={data}
      columns={COLUMNS}
      address={address}
      selection={selection}
      bulk={
        <>
          <Comparar ids={[...selection.ids]} />
          {mayRun && <RepeatMany marked={marked} selection={selection} />}
        </>
      }
      actions={
        <>
          <Switch
            label="En vivo"
            checked={isLive}
            onChange={({ currentTarget }) => setIsLive(currentTarget.checked)}
          />
          <ExportButton name="ejecuciones.csv" read={() => exportEjecuciones(query)} />
          <Button component={Link} to="/alertas" variant="default">
            Alertas
          </Button>
          <Button component={Link} to="/ejecuciones/aprobaciones" variant="default">
            Aprobaciones
          </Button>
          <Button component={Link} to="/ejecuciones/perdidas" variant="default">
            Perdidas
          </Button>
          <Button component={Link} to="/ejecuciones/avisos-fallidos" variant="default">
            Avisos fallidos
          </Button>
        </>
      }
      filters={<EjecucionFilters address={address} />}
      empty={
        <EmptyState
          icon={IconActivity}
          title="Todavía no corrió nada"
          text="Cada llamada a un canal, cada prueba y cada repetición queda aquí, con lo que entró y salió de cada nodo."
          action={
            <Group>
              <Anchor component={Link} to="/procesos" size="sm">
                Ir a los procesos
              </Anchor>
              <Anchor component={Link} to="/ejecuciones?estado=en_cola" size="sm">
                Ver lo que espera
              </Anchor>
            </Group>
          }
        />
      }
      onOpen={({ id }) => navigate(`/ejecuciones/${id}`)}
    />
  )
}

function Comparar({ ids }: { ids: readonly string[] }) {
  if (ids.length === 2) {
    const [a = '', b = ''] = ids
    return (
      <Button component={Link} to={`/ejecuciones/comparar?a=${a}&b=${b}`} size="xs" variant="default">
        Comparar
      </Button>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      Elija dos para compararlas.
    </Text>
  )
}
