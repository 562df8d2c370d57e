import { EmptyState, ErrorState } from '@div/ui'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconMoodCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { useCan } from '../../shared/session.ts'
import { AprobacionCard } from './aprobacion-card.tsx'
import { useAprobaciones } from './aprobaciones-api.ts'

const BACK = { to: '/ejecuciones', label: 'Ejecuciones' }

/** Durable runs that wait for a person to say yes or no. */
export default function AprobacionesPage() {
  const { data, error, refetch } = useAprobaciones()
  const maySeeRuns = useCan('procesos.leer')
  const mayCreate = useCan('procesos.crear')
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
          action={
            <>
              {mayCreate && (
                <Button component={Link} to="/procesos/plantillas" variant="default">
                  Empezar con una plantilla
                </Button>
              )}
              <GuiaLink to="/documentacion/procesos-durables">procesos durables</GuiaLink>
            </>
          }
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
