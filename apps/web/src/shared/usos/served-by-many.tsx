import { ErrorState } from '@div/ui'
import { Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { describeError } from '../api-error.ts'
import { readServed } from './read-served.ts'
import { UsosList } from './usos-list.tsx'

/** Of more at once it is not asked: each of them is a call. */
const MAX_ASKED = 20

/** What stops when all of these are switched off. */
export function ServedByMany({ resource, ids }: { resource: string; ids: readonly string[] }) {
  const asked = ids.slice(0, MAX_ASKED)
  const answers = useQueries({
    queries: asked.map((id) => ({
      queryKey: [resource, 'sirve', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readServed(resource, id, signal),
      staleTime: 0,
    })),
  })
  const failed = answers.find(({ error }) => error !== null)
  if (failed?.error)
    return <ErrorState message={describeError(failed.error)} onRetry={() => void failed.refetch()} />
  if (answers.some(({ data }) => data === undefined))
    return (
      <Text size="sm" c="dimmed">
        Buscando quién los usa…
      </Text>
    )
  const served = new Map(
    answers.flatMap(({ data = [] }) => data).map((uso) => [`${uso.recurso}/${uso.id}/${uso.detalle}`, uso]),
  )
  const others = ids.length - asked.length
  return (
    <Stack gap="sm">
      <Text size="sm">
        {served.size === 0 ? 'Nada los usa.' : 'En dos segundos dejan de responder por ellos:'}
      </Text>
      {served.size > 0 && <UsosList usos={[...served.values()]} />}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          Quién usa los otros {others} se ve en la ficha de cada uno.
        </Text>
      )}
    </Stack>
  )
}
