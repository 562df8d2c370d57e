import { Skeleton, Stack } from '@mantine/core'

/** What stands there while the thing that a form changes is read. */
export function LoadingForm() {
  return (
    <Stack gap="lg" role="status" aria-label="Cargando..." maw={880}>
      <Skeleton height={14} width={96} />
      <Skeleton height={28} width={280} />
      {[0, 1, 2, 3].map((field) => (
        <div key={field}>
          <Skeleton height={12} width={96} mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </Stack>
  )
}
