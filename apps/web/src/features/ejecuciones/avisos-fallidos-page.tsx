import type { AvisoFallido } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Text } from '@mantine/core'
import { IconMoodCheck } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { ListPage } from '../../shared/list/list-page.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useAvisosFallidos, useManyAvisosFallidos } from './avisos-fallidos-api.ts'
import { LettersActions } from './letters-actions.tsx'

const COLUMNS: readonly ListColumn<AvisoFallido>[] = [
  {
    key: 'canal',
    title: 'Canal',
    render: ({ canal }) => (
      <Text size="sm" fw={500} truncate>
        {canal ?? 'Canal eliminado'}
      </Text>
    ),
  },
  {
    key: 'causa',
    title: 'Causa',
    width: '45%',
    from: 640,
    isEssential: true,
    render: ({ causa }) => (
      <Text size="sm" c="dimmed" truncate title={causa}>
        {causa}
      </Text>
    ),
  },
  {
    key: 'creado',
    title: 'Terminó',
    width: 144,
    from: 900,
    render: ({ creado }) => <TimeAgo at={creado} />,
  },
  {
    key: 'fallido',
    title: 'Fallido',
    width: 144,
    from: 400,
    isEssential: true,
    render: ({ fallido }) => <TimeAgo at={fallido} />,
  },
]

const BACK = { to: '/ejecuciones', label: 'Ejecuciones' }
const NO_FILTERS = { q: '', orden: '' }

/** Ends of runs that could not be told to whom their canales name. */
export default function AvisosFallidosPage() {
  const navigate = useNavigate()
  const address = useListAddress(NO_FILTERS)
  const data = useAvisosFallidos(useQueryOf(address.values))
  const selection = useSelection()
  const actions = useManyAvisosFallidos()
  const mayRun = useCan('procesos.editar')
  return (
    <ListPage
      back={BACK}
      title="Avisos fallidos"
      summary="La ejecución terminó, pero no se pudo avisar a la dirección de su canal por más que se intentó."
      noun={['aviso', 'avisos']}
      data={data}
      columns={COLUMNS}
      address={address}
      selection={mayRun ? selection : undefined}
      bulk={
        <LettersActions
          selection={selection}
          actions={actions}
          noun={['aviso', 'avisos']}
          retried="Se avisa otra vez"
          lost="Sus ejecuciones siguen en el historial."
        />
      }
      onOpen={({ idEjecucion }) => navigate(`/ejecuciones/${idEjecucion}`)}
      empty={
        <EmptyState
          icon={IconMoodCheck}
          title="Ningún aviso fallido"
          text="Cuando termina lo que aceptó un canal asíncrono, se avisa a la dirección que el canal dice. El aviso que no llega tras todos sus intentos se guarda aquí, para que alguien decida."
        />
      }
    />
  )
}
