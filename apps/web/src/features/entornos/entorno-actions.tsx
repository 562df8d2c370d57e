import type { EntornoDivGuardado } from '@div/contract'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconArrowsDiff, IconPlugConnected } from '@tabler/icons-react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { useTest } from './entornos-api.ts'
import { PruebaSteps } from './prueba-steps.tsx'

/** What is done with an entorno that is stored: it is tried, and compared. */
export function EntornoActions({
  entorno: { id },
  isDirty,
  mayChange,
}: {
  entorno: EntornoDivGuardado
  isDirty: boolean
  mayChange: boolean
}) {
  const probar = useTest(id)
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlugConnected size={14} aria-hidden />}
            disabled={isDirty}
            title={isDirty ? 'Guarde antes: se prueba lo guardado.' : undefined}
            loading={probar.isPending}
            onClick={() => probar.mutate()}
          >
            Probar
          </Button>
        )}
        <Button
          size="xs"
          variant="light"
          component={Link}
          to={`/entornos/${id}/comparar`}
          leftSection={<IconArrowsDiff size={14} aria-hidden />}
        >
          Comparar y promover
        </Button>
      </Group>
      {probar.error && <Alert color="red">{describeError(probar.error)}</Alert>}
      {probar.data && !isDirty && <PruebaSteps prueba={probar.data} />}
    </Stack>
  )
}
