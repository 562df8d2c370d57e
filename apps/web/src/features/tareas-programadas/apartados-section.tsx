import { EmptyState, ErrorState } from '@div/ui'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconMoodCheck } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { ApartadoCard } from './apartado-card.tsx'
import { useApartados } from './apartados-api.ts'

/** Events that the process could not be given: why, what they brought, and what to do with each. */
export function ApartadosSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
  const { apartados, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useApartados(id)
  if (error && !apartados) return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  if (!apartados) return <Skeleton height={240} role="status" aria-label="Cargando..." />
  if (apartados.length === 0)
    return (
      <EmptyState
        icon={IconMoodCheck}
        title="No hay eventos apartados"
        text="Aquí queda cada evento que la entrada del proceso no admitió tras sus intentos, con su causa: corríjalo y vuelva a intentarlo, o descártelo."
        action={<GuiaLink to="/documentacion/tareas-programadas">tareas programadas</GuiaLink>}
      />
    )
  return (
    <Stack gap="md">
      {apartados.map((apartado) => (
        <ApartadoCard key={apartado.id} tareaId={id} apartado={apartado} mayDecide={mayDecide} />
      ))}
      {hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Ver anteriores
          </Button>
        </Group>
      )}
    </Stack>
  )
}
