import type { AvisoFallido } from '@div/contract'
import type { ListColumn } from '@div/ui'
import { Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useAvisosFallidos, useManyAvisosFallidos } from './avisos-fallidos-api.ts'
import { LettersPage, NO_FILTERS } from './letters-page.tsx'

const NOUN = ['aviso', 'avisos'] as const

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

/** Ends of runs that could not be told to whom their canales name. */
export default function AvisosFallidosPage() {
  const navigate = useNavigate()
  const address = useListAddress(NO_FILTERS)
  const data = useAvisosFallidos(useQueryOf(address.values))
  const actions = useManyAvisosFallidos()
  return (
    <LettersPage
      title="Avisos fallidos"
      summary="La ejecución terminó, pero no se pudo avisar a la dirección de su canal por más que se intentó."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      bulk={{
        actions,
        noun: NOUN,
        retried: 'Se avisa otra vez',
        lost: 'Sus ejecuciones siguen en el historial.',
      }}
      onOpen={({ idEjecucion }) => navigate(`/ejecuciones/${idEjecucion}`)}
      empty={{
        title: 'Ningún aviso fallido',
        text: 'Cuando termina lo que aceptó un canal asíncrono, se avisa a la dirección que el canal dice. El aviso que no llega tras todos sus intentos se guarda aquí, para que alguien decida.',
        action: <GuiaLink to="/docs/pool-asincrono">pool asíncrono</GuiaLink>,
      }}
    />
  )
}
