import type { Perdida } from '@div/contract'
import type { ListColumn } from '@div/ui'
import { Text } from '@mantine/core'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { ORIGEN_LABELS } from '../../shared/trace/origen-labels.ts'
import { LettersPage, NO_FILTERS } from './letters-page.tsx'
import { PerdidaPanel } from './perdida-panel.tsx'
import { useManyPerdidas, usePerdidas } from './perdidas-api.ts'

const COLUMNS: readonly ListColumn<Perdida>[] = [
  {
    key: 'proceso',
    title: 'Proceso',
    render: ({ proceso }) => (
      <Text size="sm" fw={500} truncate>
        {proceso ?? 'Proceso eliminado'}
      </Text>
    ),
  },
  {
    key: 'clave',
    title: 'Clave',
    width: 144,
    from: 520,
    isEssential: true,
    render: ({ claveNegocio }) => (
      <Text size="sm" truncate title={claveNegocio ?? undefined}>
        {claveNegocio ?? '–'}
      </Text>
    ),
  },
  {
    key: 'causa',
    title: 'Causa',
    width: '34%',
    from: 760,
    render: ({ causa }) => (
      <Text size="sm" c="dimmed" truncate title={causa}>
        {causa}
      </Text>
    ),
  },
  {
    key: 'origen',
    title: 'Origen',
    width: 140,
    from: 900,
    render: ({ origen, canal }) => canal ?? ORIGEN_LABELS[origen],
  },
  {
    key: 'aceptada',
    title: 'Aceptada',
    width: 144,
    from: 640,
    render: ({ aceptada }) => <TimeAgo at={aceptada} />,
  },
  {
    key: 'perdida',
    title: 'Perdida',
    width: 144,
    from: 400,
    isEssential: true,
    render: ({ perdida }) => <TimeAgo at={perdida} />,
  },
]

/** The dead letters of the queue. */
export default function PerdidasPage() {
  const address = useListAddress(NO_FILTERS)
  const data = usePerdidas(useQueryOf(address.values))
  const opened = useOpened()
  const actions = useManyPerdidas()
  return (
    <LettersPage
      title="Ejecuciones perdidas"
      summary="Se aceptaron y no llegaron a su fin: los workers que las tenían se detuvieron una y otra vez."
      noun={['perdida', 'perdidas']}
      data={data}
      columns={COLUMNS}
      address={address}
      bulk={{
        actions,
        noun: ['ejecución', 'ejecuciones'],
        retried: 'Aceptadas otra vez',
        lost: 'En el historial quedan como error.',
      }}
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={opened.id !== null && <PerdidaPanel key={opened.id} id={opened.id} onClose={opened.close} />}
      empty={{
        title: 'Ninguna ejecución perdida',
        text: 'Lo que un canal asíncrono acepta y una tarea dispara se empieza de nuevo si el worker que lo tenía se detiene. Lo que aun así no termina se guarda aquí, para que alguien decida.',
        action: <GuiaLink to="/docs/pool-asincrono">pool asíncrono</GuiaLink>,
      }}
    />
  )
}
