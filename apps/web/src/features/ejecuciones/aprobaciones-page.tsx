import { EmptyState, ErrorState } from '@div/ui'
import { Skeleton, Stack, Text } from '@mantine/core'
import { IconMoodCheck } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { useCan } from '../../shared/session.ts'
import { AprobacionCard } from './aprobacion-card.tsx'
import { useAprobaciones } from './aprobaciones-api.ts'

const BACK = { to: '/ejecuciones', label: 'Ejecuciones' }

/** Durable runs that wait for a person to say yes or no. */
export default function AprobacionesPage() {
  const { data, error, refetch } = useAprobaciones()
  const maySeeRuns = useCan('procesos.leer')
  return (
    <AsidePage
      {...(maySeeRuns && { back: BACK })}
      title="Aprobaciones"
      summary="Ejecuciones que siguen cuando usted apruebe o rechace."
    >
      {error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
      {!error && data === undefined && <Skeleton height={180} />}
      {data?.items.length === 0 && (
        <EmptyState
          icon={IconMoodCheck}
          title="Nada espera su aprobación"
          text="Un proceso durable con un nodo «Aprobación» se detiene aquí hasta que alguien decide; mientras tanto no ocupa nada."
        />
      )}
      {data && data.items.length > 0 && (
        <Stack gap="md" component="ul" m={0} p={0} maw={860} style={{ listStyle: 'none' }}>
          {data.items.map((aprobacion) => (
            <AprobacionCard key={aprobacion.id} aprobacion={aprobacion} />
          ))}
        </Stack>
      )}
      {data && data.total > data.items.length && (
        <Text size="sm" c="dimmed" mt="md">
          Se muestran las {data.items.length} que más tiempo llevan esperando, de {data.total}. Las demás
          aparecen cuando usted decide estas.
        </Text>
      )}
    </AsidePage>
  )
}
